import "./mark.css";

/** The product's mark: a V that is a beam, and the sentry's lamp in it. */
export function Mark() {
  return (
    <svg className="v-mark" viewBox="0 0 32 32" aria-hidden="true">
      <path d="M6 8l10 17L26 8" />
      <circle cx="16" cy="8.5" r="2.8" />
    </svg>
  );
}
