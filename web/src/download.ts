/** Rows as comma-separated values, as spreadsheets read them. */
export function toCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  const quoted = (value: string | number | null): string => {
    const text = String(value ?? "");
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
}

/** Hands a file to the person. */
export function download(name: string, text: string, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  // The browser has taken it once this task is over.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
