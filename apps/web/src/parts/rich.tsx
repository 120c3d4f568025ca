import { Fragment, type ReactNode } from 'react'

/** A sentence with marked parts: "I agree to the <terms>Terms</terms>." draws what `parts.terms` makes of "Terms". */
export function Rich({ text, parts }: { text: string; parts: Record<string, (inner: string) => ReactNode> }) {
  const pieces = text.split(/<(\w+)>(.*?)<\/\1>/)
  const drawn: ReactNode[] = []
  for (let index = 0; index < pieces.length; index += 3) {
    drawn.push(pieces[index])
    const draw = parts[pieces[index + 1] ?? '']
    const inner = pieces[index + 2]
    if (inner !== undefined) drawn.push(<Fragment key={index}>{draw ? draw(inner) : inner}</Fragment>)
  }
  return drawn
}
