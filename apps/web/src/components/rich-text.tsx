import { Fragment, type ReactNode } from 'react'

/** Renders a message with tags: in "I agree to the <terms>Terms</terms>." `parts.terms` renders "Terms". */
export function RichText({ text, parts }: { text: string; parts: Record<string, (inner: string) => ReactNode> }) {
  const pieces = text.split(/<(\w+)>(.*?)<\/\1>/)
  const nodes: ReactNode[] = []
  for (let index = 0; index < pieces.length; index += 3) {
    nodes.push(pieces[index])
    const renderPart = parts[pieces[index + 1] ?? '']
    const inner = pieces[index + 2]
    if (inner !== undefined) nodes.push(<Fragment key={index}>{renderPart ? renderPart(inner) : inner}</Fragment>)
  }
  return nodes
}
