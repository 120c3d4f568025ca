/** Wraps a text into lines no wider than `width`; breaks long words and scripts without spaces where needed. */
export function wrapText(text: string, width: number, maxLines: number, measure: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of splitWords(text, width, measure)) {
    const candidate = line + word
    if (line === '' || measure(candidate.trimEnd()) <= width) {
      line = candidate.trimStart()
      continue
    }
    lines.push(line.trimEnd())
    line = word.trimStart()
  }
  if (line.trim() !== '') lines.push(line.trimEnd())
  if (lines.length <= maxLines) return lines
  return [...lines.slice(0, maxLines - 1), truncateText(lines.slice(maxLines - 1).join(' '), width, measure)]
}

function splitWords(text: string, width: number, measure: (text: string) => number): string[] {
  return text.split(/(?<=\s)/u).flatMap((word) => (measure(word.trimEnd()) <= width ? [word] : [...word]))
}

/** Returns the text, shortened with an ellipsis if it is too wide. */
export function truncateText(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text
  const letters = [...text]
  while (letters.length > 1 && measure(`${letters.join('').trimEnd()}…`) > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
