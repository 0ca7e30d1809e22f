import { Languages } from "lucide-react";
import { keptLanguage } from "../../messages/language.ts";
import { guideTexts as texts } from "./messages.ts";

/** For those who read everything else in another language. */
export function EnglishNote() {
  if (keptLanguage() === "en") return null;
  return (
    <p className="v-guide-note">
      <Languages aria-hidden />
      {texts.language}
    </p>
  );
}
