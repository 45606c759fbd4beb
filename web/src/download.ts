/** Serializes rows as CSV (RFC 4180). */
export function toCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  const quoted = (value: string | number | null): string => {
    const text = String(value ?? "");
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
}

/** Starts a browser download of a blob. */
export function download(name: string, blob: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Some browsers read the blob after this task; revoking it at once would cancel the download.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
