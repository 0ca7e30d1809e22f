"use client";
import { type ComponentPropsWithoutRef, forwardRef, useId } from "react";
import { classNames } from "../class-names.ts";
import { ChevronIcon } from "../link/icons.tsx";
import {
  DEFAULT_PAGE_SIZES,
  hasNext,
  itemsOf,
  knownSizes,
  knownTotal,
  type ListFacts,
  type PageSizeChoice,
  type PageState,
  pageWindow,
  sizeValue,
} from "./page-state.ts";
import { englishTexts, type PageTexts } from "./page-texts.ts";
import { useLanguage } from "./use-language.ts";
import { usePageState } from "./use-page-state.ts";
import { useStepFocus } from "./use-step-focus.ts";

/** Tokens of the pages beside the current one, for lists that are read by a cursor. */
export interface PageCursor {
  readonly next?: string | undefined;
  readonly previous?: string | undefined;
}

export interface TablePaginationProps
  extends Omit<ComponentPropsWithoutRef<"div">, "onChange">,
    Partial<PageTexts>,
    ListFacts {
  /** From 1; 1 unless given. */
  readonly page?: number;
  /** The first of `pageSizes` unless given, or when it is none of them. */
  readonly pageSize?: number;
  /** 10, 20, 30, 40 and 50 unless given. */
  readonly pageSizes?: readonly PageSizeChoice[];
  readonly onChange?: (state: PageState) => void;
  readonly disabled?: boolean;
  readonly pageInputDisabled?: boolean;
  readonly pageSizeInputDisabled?: boolean;
  /** 24, 32, 40 or 48 px high; `md` unless given. */
  readonly size?: "xs" | "sm" | "md" | "lg";
  /** The most pages to choose from, around the current one; 1000 unless given. */
  readonly pageWindow?: number;
  /** Another size keeps the first item in view instead of going to the first page. */
  readonly keepPosition?: boolean;
  /** Pages by token: there is no number to choose, and no total. */
  readonly cursor?: PageCursor;
  readonly onCursor?: (token: string, direction: "next" | "previous") => void;
  /** BCP 47; the language of the document unless given. Of numbers only: texts are props. */
  readonly locale?: string;
  /** Remembers the size of pages in this browser. */
  readonly persistKey?: string;
}

/** Splits a list into pages. No slower with a million items: at most `pageWindow` pages can be chosen at a time. */
export const TablePagination = forwardRef<HTMLDivElement, TablePaginationProps>(function TablePagination(props, ref) {
  const { texts, facts, own, rest } = sorted(props, useLanguage(props.locale));
  const { pageSizes, cursor, isDisabled } = own;
  const { page, pageSize, pageCount, goTo, resize } = usePageState({ ...facts, ...own });
  const generated = useId();
  const id = rest.id ?? generated;
  const canGo = cursor
    ? { previous: cursor.previous !== undefined, next: cursor.next !== undefined }
    : { previous: page > 1, next: hasNext(page, pageCount, facts.isLastPage) };
  const steps = useStepFocus(page, canGo);
  const { min, max } = itemsOf({ page, pageSize }, facts.totalItems);
  const isTotalKnown = facts.totalItems !== undefined && facts.pagesUnknown !== true;

  const step = (direction: "previous" | "next") => {
    steps.pressed(direction);
    const token = cursor?.[direction];
    if (token !== undefined) own.onCursor?.(token, direction);
    else goTo(page + (direction === "next" ? 1 : -1));
  };
  const stepButton = (direction: "previous" | "next", label: string) => (
    <button
      ref={steps.refs[direction]}
      type="button"
      className="vu-table-step"
      aria-label={label}
      title={label}
      disabled={isDisabled || !canGo[direction]}
      onClick={() => step(direction)}
    >
      <ChevronIcon to={direction} />
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a look and a legend of its own
    <div
      ref={ref}
      role="group"
      aria-label="pagination"
      {...rest}
      id={id}
      data-size={own.size}
      className={classNames("vu-table-pagination", rest.className)}
    >
      <div className="vu-table-sizes">
        <label dir="auto" htmlFor={`${id}-size`}>
          {texts.itemsPerPageText}
        </label>
        <select
          id={`${id}-size`}
          value={pageSize}
          disabled={isDisabled || own.pageSizeInputDisabled}
          onChange={({ target }) => resize(Number(target.value))}
        >
          {pageSizes.map((choice) => (
            <option key={sizeValue(choice)} value={sizeValue(choice)}>
              {typeof choice === "number" ? choice : choice.text}
            </option>
          ))}
        </select>
        {cursor === undefined && (
          <output dir="auto" htmlFor={`${id}-size`}>
            {isTotalKnown ? texts.itemRangeText(min, max, facts.totalItems ?? 0) : texts.itemText(min, max)}
          </output>
        )}
      </div>
      <div className="vu-table-pages">
        {cursor === undefined && pageCount === undefined && <span dir="auto">{texts.pageText(page)}</span>}
        {cursor === undefined && pageCount !== undefined && (
          <>
            <select
              aria-label={texts.pageSelectLabelText(pageCount)}
              value={page}
              disabled={isDisabled || own.pageInputDisabled}
              onChange={({ target }) => goTo(Number(target.value))}
            >
              {pageWindow(page, pageCount, own.pageWindow).map((choice) => (
                <option key={choice} value={choice}>
                  {choice}
                </option>
              ))}
            </select>
            <span dir="auto">{texts.pageRangeText(page, pageCount)}</span>
          </>
        )}
        <div className="vu-table-steps">
          {stepButton("previous", texts.backwardText)}
          {stepButton("next", texts.forwardText)}
        </div>
      </div>
    </div>
  );
});

/** Props by what they are about; what is left belongs to the element. */
function sorted(props: TablePaginationProps, locale: string) {
  const {
    totalItems,
    pagesUnknown,
    isLastPage,
    page = 1,
    pageSize,
    pageSizes = DEFAULT_PAGE_SIZES,
    onChange,
    disabled: isDisabled = false,
    pageInputDisabled = false,
    pageSizeInputDisabled = false,
    size = "md",
    pageWindow: most = 1000,
    keepPosition = false,
    cursor,
    onCursor,
    locale: _,
    persistKey,
    ...others
  } = props;
  const { texts, rest } = withTexts(others, englishTexts(locale));
  return {
    texts,
    rest,
    facts: { totalItems: knownTotal(totalItems), pagesUnknown, isLastPage },
    own: {
      ...{
        page,
        pageSize,
        pageSizes: knownSizes(pageSizes),
        onChange,
        isDisabled,
        pageInputDisabled,
        pageSizeInputDisabled,
        size,
      },
      ...{ pageWindow: most, keepPosition, cursor, onCursor, persistKey },
    },
  };
}

function withTexts<Props extends Partial<PageTexts>>(props: Props, english: PageTexts) {
  const {
    itemsPerPageText = english.itemsPerPageText,
    itemRangeText = english.itemRangeText,
    itemText = english.itemText,
    pageRangeText = english.pageRangeText,
    pageText = english.pageText,
    pageSelectLabelText = english.pageSelectLabelText,
    backwardText = english.backwardText,
    forwardText = english.forwardText,
    ...rest
  } = props;
  const ranges = { itemRangeText, itemText, pageRangeText, pageText, pageSelectLabelText };
  return { texts: { ...ranges, itemsPerPageText, backwardText, forwardText }, rest };
}
