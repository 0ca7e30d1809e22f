/** Code for one framework. */
export interface Snippet {
  readonly framework: "React" | "Vue" | "Svelte" | "Angular" | "HTML";
  readonly code: string;
}

export const LINK_SNIPPETS: readonly Snippet[] = [
  {
    framework: "React",
    code: `import { PaginationAuto, pageHref } from "@vedette/ui";
import "@vedette/ui/styles.css";

<PaginationAuto page={page} pageCount={9} hrefFor={(to) => pageHref(url, to)} />`,
  },
  ...elements(
    '<vedette-pagination-nav page="2" total-pages="9" href-template="?page={page}"></vedette-pagination-nav>',
    {
      vue: '<vedette-pagination-nav :page="page" :total-pages="9" href-template="?page={page}" />',
      svelte: `<vedette-pagination-nav {page} total-pages={9} href-template={"?page={page}"}></vedette-pagination-nav>`,
      angular: '<vedette-pagination-nav [page]="page" [totalPages]="9" [hrefTemplate]="address" />',
      more: 'address = "?page={page}";',
    },
  ),
];

export const TABLE_SNIPPETS: readonly Snippet[] = [
  {
    framework: "React",
    code: `import { TablePagination } from "@vedette/ui";
import "@vedette/ui/styles.css";

<TablePagination page={page} totalItems={103} onChange={(now) => setPage(now.page)} />`,
  },
  ...elements('<vedette-pagination total-items="103" page-sizes="10 20 50"></vedette-pagination>', {
    vue: '<vedette-pagination :page="page" :total-items="103" @vedette-page-change="page = $event.detail.page" />',
    svelte:
      "<vedette-pagination {page} total-items={103} onvedette-page-change={(event) => (page = event.detail.page)}></vedette-pagination>",
    angular:
      '<vedette-pagination [page]="page" [totalItems]="103" (vedette-page-change)="page = $any($event).detail.page" />',
  }),
];

export const NAV_SNIPPETS: readonly Snippet[] = [
  {
    framework: "React",
    code: `import { PaginationNav } from "@vedette/ui";
import "@vedette/ui/styles.css";

<PaginationNav page={page} totalPages={25} loop onChange={(now) => setPage(now.page)} />`,
  },
  ...elements('<vedette-pagination-nav total-pages="25" loop></vedette-pagination-nav>', {
    vue: '<vedette-pagination-nav :page="page" :total-pages="25" loop @vedette-page-change="page = $event.detail.page" />',
    svelte:
      "<vedette-pagination-nav {page} total-pages={25} loop onvedette-page-change={(event) => (page = event.detail.page)}></vedette-pagination-nav>",
    angular:
      '<vedette-pagination-nav [page]="page" [totalPages]="25" [loop]="true" (vedette-page-change)="page = $any($event).detail.page" />',
  }),
];

interface Templates {
  readonly vue: string;
  readonly svelte: string;
  readonly angular: string;
  /** A further member of the Angular component. */
  readonly more?: string;
}

/** The custom element, as each framework has it in its templates. */
function elements(html: string, { vue, svelte, angular, more = "" }: Templates): readonly Snippet[] {
  return [
    {
      framework: "Vue",
      code: `<script setup>
import "@vedette/ui/element";
import { ref } from "vue";
const page = ref(1);
</script>
<template>
  ${vue}
</template>

// vite.config.js
vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith("vedette-") } } })`,
    },
    {
      framework: "Svelte",
      code: `<script>
  import "@vedette/ui/element";
  let page = $state(1);
</script>
${svelte}`,
    },
    {
      framework: "Angular",
      code: `import { Component, CUSTOM_ELEMENTS_SCHEMA } from "@angular/core";
import "@vedette/ui/element";

@Component({
  selector: "app-list",
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: \`${angular}\`,
})
export class ListComponent {
  page = 1;${more === "" ? "" : `\n  ${more}`}
}`,
    },
    {
      framework: "HTML",
      code: `${html}
<script type="module">
  import "@vedette/ui/element";
  document.addEventListener("vedette-page-change", ({ detail }) => console.log(detail.page));
</script>`,
    },
  ];
}
