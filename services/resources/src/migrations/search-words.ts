/**
 * The words that titles, tags and panels have had, and up to which version they were read. What follows from the objects:
 * it may be emptied at any time.
 */
export const SEARCH_WORDS = `
create table vedette.search_words (word text collate "C" primary key);
create table vedette.search_words_read (
  up_to bigint not null,
  words_when_emptied bigint not null default 0
);
insert into vedette.search_words_read (up_to) values (0);
`;
