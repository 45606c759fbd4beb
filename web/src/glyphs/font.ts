/** Bitmap font: each glyph is a list of rows, the leftmost pixel in the highest bit. */
export interface Font {
  readonly width: number;
  readonly height: number;
  readonly glyphs: ReadonlyMap<string, readonly number[]>;
}

/** Decodes a font: each row is one digit in base 32. */
function font(width: number, height: number, drawn: Record<string, string>): Font {
  const rows = (text: string): number[] => [...text].map((digit) => Number.parseInt(digit, 32));
  return { width, height, glyphs: new Map(Object.entries(drawn).map(([sign, text]) => [sign, rows(text)])) };
}

/** Five by seven: capitals, digits and punctuation. */
export const LARGE = font(5, 7, {
  " ": "0000000",
  A: "4AHHVHH",
  B: "UHHUHHU",
  C: "EHGGGHE",
  D: "SIHHHIS",
  E: "VGGSGGV",
  F: "VGGSGGG",
  G: "EHGNHHE",
  H: "HHHVHHH",
  I: "E44444E",
  J: "722222S",
  K: "HIKOKIH",
  L: "GGGGGGV",
  M: "HRRLLHH",
  N: "HPPLJJH",
  O: "EHHHHHE",
  P: "UHHUGGG",
  Q: "EHHHLID",
  R: "UHHUKIH",
  S: "FGGE11U",
  T: "V444444",
  U: "HHHHHHE",
  V: "HHHAAA4",
  W: "HHLLRRH",
  X: "HHA4AHH",
  Y: "HHA4444",
  Z: "V1248GV",
  "0": "EHHLHHE",
  "1": "4C4444E",
  "2": "EH1248V",
  "3": "UH1E1HU",
  "4": "26AIV22",
  "5": "VGU11HE",
  "6": "68GUHHE",
  "7": "V112448",
  "8": "EHHEHHE",
  "9": "EHHF12C",
  ".": "00000CC",
  ",": "0000C48",
  ":": "0CC0CC0",
  "!": "4444404",
  "?": "EH12404",
  "-": "000E000",
  "+": "044V440",
  "/": "011248G",
  "(": "2488842",
  ")": "8422248",
  "'": "4480000",
  "·": "0004000",
  "%": "OP248J3",
  "×": "00HA4AH",
  "✓": "0122KK8",
  "✗": "0HA4AH0",
});

/** Three by five: digits for liberty counts, and coordinates. */
export const SMALL = font(3, 5, {
  "0": "75557",
  "1": "26227",
  "2": "71747",
  "3": "71717",
  "4": "55711",
  "5": "74717",
  "6": "74757",
  "7": "71122",
  "8": "75757",
  "9": "75717",
  "-": "00700",
  A: "25755",
  B: "65656",
  C: "34443",
  D: "65556",
  E: "74647",
  F: "74644",
  G: "34553",
  H: "55755",
  I: "72227",
  J: "11152",
  K: "55655",
  L: "44447",
  M: "57755",
  N: "65555",
  O: "25552",
  P: "65644",
  Q: "25573",
  R: "65655",
  S: "34216",
  T: "72222",
  U: "55557",
  V: "55552",
  W: "55775",
  X: "55255",
  Y: "55222",
  Z: "71247",
});

/** Whether the font has every character of the text. */
export const hasGlyphs = (font: Font, text: string): boolean =>
  [...text].every((sign) => font.glyphs.has(sign));

/** Width of the text in pixels. */
export const textWidth = (font: Font, text: string): number => [...text].length * (font.width + 1) - 1;

/** Calls `paint` for each lit pixel of the text, its upper left corner at (0, 0). */
export function drawText(font: Font, text: string, paint: (x: number, y: number) => void): void {
  [...text].forEach((sign, index) => {
    const rows = font.glyphs.get(sign) ?? [];
    rows.forEach((row, y) => {
      for (let x = 0; x < font.width; x++) {
        if ((row >> (font.width - 1 - x)) & 1) paint(index * (font.width + 1) + x, y);
      }
    });
  });
}
