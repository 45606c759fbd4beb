import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { asApiError, type Client } from "../api/client";
import type { Fault } from "../api/types";
import { download } from "../download";
import { type ExportFormat, exportGame, PICTURE_FORMATS, RECORD_FORMATS } from "../game/exportGame";
import type { PlayController } from "../game/playController";
import { t } from "../i18n/t";
import { dark, numbers, theme } from "../settings";
import { Button } from "./Button";
import { FaultNote } from "./FaultNote";
import { Sheet } from "./Sheet";

interface ExportSheetProps {
  readonly client: Client;
  readonly controller: PlayController;
  readonly onClose: () => void;
}

/** Sheet that exports the game as a file. */
export function ExportSheet({ client, controller, onClose }: ExportSheetProps): JSX.Element {
  const fault = useSignal<Fault | null>(null);
  const losses = useSignal<readonly string[]>([]);
  const exportAs = async (format: ExportFormat): Promise<void> => {
    fault.value = null;
    const options = { theme: `${theme.value}${dark.value ? "-dark" : ""}`, numbers: numbers.value };
    try {
      const file = await exportGame(client, controller, format, options);
      losses.value = file.losses;
      download(file.name, file.blob);
    } catch (error) {
      fault.value = asApiError(error).fault;
    }
  };
  return (
    <Sheet title={t("play.export")} onClose={onClose}>
      <FaultNote fault={fault.value} />
      <h3>{t("export.record")}</h3>
      <div class="row wrap">
        {RECORD_FORMATS.map((format) => (
          <Button key={format} label={t(`export.${format}`)} onPress={() => void exportAs(format)} />
        ))}
      </div>
      <h3>{t("export.picture")}</h3>
      <div class="row wrap">
        {PICTURE_FORMATS.map((format) => (
          <Button key={format} label={t(`export.${format}`)} onPress={() => void exportAs(format)} />
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
