// TypeScript wants to know that a style sheet is there, from version 6 on also where nothing is taken from it.
export {};
