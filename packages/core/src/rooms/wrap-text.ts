/** Breaks a text into lines no wider than `width`; long words and scripts without spaces are broken where they must. */
export function wrapText(text: string, width: number, most: number, wide: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of wordsOf(text, width, wide)) {
    const longer = line + word
    if (line === '' || wide(longer.trimEnd()) <= width) {
      line = longer.trimStart()
      continue
    }
    lines.push(line.trimEnd())
    line = word.trimStart()
  }
  if (line.trim() !== '') lines.push(line.trimEnd())
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), shortened(lines.slice(most - 1).join(' '), width, wide)]
}

function wordsOf(text: string, width: number, wide: (text: string) => number): string[] {
  return text.split(/(?<=\s)/u).flatMap((word) => (wide(word.trimEnd()) <= width ? [word] : [...word]))
}

/** The text, or its beginning with an ellipsis. */
export function shortened(text: string, width: number, wide: (text: string) => number): string {
  if (wide(text) <= width) return text
  const letters = [...text]
  while (letters.length > 1 && wide(`${letters.join('').trimEnd()}…`) > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
