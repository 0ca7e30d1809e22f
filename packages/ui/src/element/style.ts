/** Of both elements; colours by the custom properties of the page, with those of a light page instead. */
export const ELEMENT_STYLE = `
:host { display: block; color: var(--v-text-2, #454e59); font-variant-numeric: tabular-nums; --h: max(40px, 2.5rem); }
:host([hidden]) { display: none; }
:host([size="xs"]) { --h: max(24px, 1.5rem); } :host([size="sm"]) { --h: max(32px, 2rem); } :host([size="lg"]) { --h: max(48px, 3rem); }
[part~="base"], .group, ul { display: flex; flex-wrap: wrap; align-items: center; gap: max(4px, .25rem) max(8px, .5rem); margin: 0; padding: 0; list-style: none; }
ul { --room: calc(8px + max(var(--h), 24px, 1em + 18px)); }
ul > :nth-last-child(2) { margin-inline-end: var(--room); } ul > :last-child:not(:only-child) { margin-inline-start: calc(-1 * var(--room)); }
[part~="base"] { justify-content: space-between; column-gap: max(24px, 1.5rem); }
button, a, select, input, .gap { box-sizing: border-box; display: inline-flex; align-items: center; justify-content: center;
  min-width: max(var(--h), 24px); min-height: max(var(--h), 24px); padding: 0 max(8px, .5rem); border: 1px solid transparent;
  border-radius: var(--v-radius-control, 6px); background: none; color: inherit; font: inherit; line-height: 1.25; text-decoration: none; cursor: pointer; }
select, input { border-color: var(--v-line-control, #79818b); background: var(--v-bg-inset, #fff); color: var(--v-text-1, #141b24); }
input { width: calc(7ch + 18px); appearance: textfield; text-align: center; } input::-webkit-inner-spin-button { display: none; }
::placeholder { color: inherit; opacity: 1; }
button:hover:not(:disabled), a:hover { background: color-mix(in oklab, transparent, currentcolor 10%); color: var(--v-text-1, #141b24); }
[aria-current] { border-color: var(--v-line-control, #79818b); color: var(--v-text-1, #141b24); font-weight: 600; }
:disabled { opacity: .5; cursor: default; }
:focus-visible { outline: 2px solid var(--v-accent, #016f82); outline-offset: 2px; }
svg { width: max(16px, 1em); height: max(16px, 1em); } :dir(rtl) > svg { transform: scaleX(-1); }
.steps { display: flex; gap: max(8px, .5rem); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (pointer: coarse) { button, a, select, input { min-width: 44px; min-height: 44px; } ul { --room: calc(8px + max(44px, 1em + 18px)); } }
@media (forced-colors: active) { :disabled { opacity: 1; border-color: GrayText; color: GrayText; }
  [aria-current] { forced-color-adjust: none; border-color: Highlight; background: Highlight; color: HighlightText; } }
`;
