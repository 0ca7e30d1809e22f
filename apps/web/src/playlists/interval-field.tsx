import { TextField } from "../control/text-field.tsx";

interface IntervalFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint: string;
  readonly error?: string | undefined;
  readonly isReadOnly?: boolean;
  readonly isRequired?: boolean;
  readonly autoFocus?: boolean;
}

const PRESETS = ["10s", "30s", "1m", "5m", "15m", "1h"];

/** A duration, typed or by a press. */
export function IntervalField({ isReadOnly = false, ...field }: IntervalFieldProps) {
  return (
    <div className="v-playlist-interval">
      <TextField {...field} isReadOnly={isReadOnly} />
      {!isReadOnly && (
        <div className="v-playlist-presets">
          {PRESETS.map((preset) => (
            <button
              key={preset}
              type="button"
              className="v-button"
              data-kind="quiet"
              aria-label={`${field.label}: ${preset}`}
              aria-pressed={field.value.trim() === preset}
              onClick={() => field.onChange(preset)}
            >
              {preset}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
