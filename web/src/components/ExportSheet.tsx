import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { type Client, Refusal } from "../api/client";
import type { Fault } from "../api/types";
import { type ExportFormat, exported, PICTURES, RECORDS } from "../game/exportGame";
import type { Desk } from "../game/playController";
import { say } from "../i18n/t";
import { dark, numbers, theme } from "../settings";
import { Button } from "./Button";
import { FaultNote } from "./FaultNote";
import { Sheet } from "./Sheet";

interface ExportsProps {
  readonly client: Client;
  readonly desk: Desk;
  readonly onClose: () => void;
}

/** The game as a file, in the format that is wanted. */
export function Exports({ client, desk, onClose }: ExportsProps): JSX.Element {
  const fault = useSignal<Fault | null>(null);
  const losses = useSignal<readonly string[]>([]);
  const take = async (format: ExportFormat): Promise<void> => {
    fault.value = null;
    const look = { theme: `${theme.value}${dark.value ? "-dark" : ""}`, numbers: numbers.value };
    try {
      const file = await exported(client, desk, format, look);
      losses.value = file.losses;
      download(file.blob, file.name);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      fault.value = error.fault;
    }
  };
  return (
    <Sheet title={say("play.export")} onClose={onClose}>
      <FaultNote fault={fault.value} />
      <h3>{say("export.record")}</h3>
      <div class="row wrap">
        {RECORDS.map((format) => (
          <Button key={format} label={say(`export.${format}`)} onPress={() => void take(format)} />
        ))}
      </div>
      <h3>{say("export.picture")}</h3>
      <div class="row wrap">
        {PICTURES.map((format) => (
          <Button key={format} label={say(`export.${format}`)} onPress={() => void take(format)} />
        ))}
      </div>
      {losses.value.length > 0 && (
        <ul class="quiet">
          {losses.value.map((loss) => (
            <li key={loss}>{loss}</li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}

/** Hands a file to the browser. */
function download(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
