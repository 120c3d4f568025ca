/**
 * The paragraphs of the terms and policies that each version changed. The catalogue `legal` says in plain words what
 * changed (`changes.<version>.<paragraph>`) and has the text before (`before.<version>.<paragraph>`).
 */
export const termsChanges = [
  { version: 2, paragraphs: ['terms.7', 'privacy.4'] },
  { version: 3, paragraphs: ['privacy.7'] },
  { version: 4, paragraphs: ['privacy.1', 'privacy.6', 'privacy.7', 'privacy.8'] },
  { version: 5, paragraphs: ['terms.10', 'privacy.6'] },
  { version: 6, paragraphs: ['privacy.7'] },
  { version: 7, paragraphs: ['privacy.2', 'privacy.4', 'privacy.7'] },
  { version: 8, paragraphs: ['privacy.6', 'refund.1', 'refund.6'] },
  { version: 9, paragraphs: ['terms.4', 'terms.9', 'refund.1'] },
  { version: 10, paragraphs: ['terms.3', 'terms.9', 'refund.1', 'refund.2'] },
  { version: 11, paragraphs: ['terms.10', 'privacy.2', 'privacy.7'] },
] as const

export type ChangedParagraph = (typeof termsChanges)[number]['paragraphs'][number]

/**
 * Lists the paragraphs that are different from those of an earlier version, in the order of the texts, each with all
 * versions since then that changed it, oldest first. The text that was agreed to is the one before the first of them.
 */
export function paragraphsChangedSince(
  agreedVersion: number,
): readonly { readonly paragraph: ChangedParagraph; readonly versions: readonly number[] }[] {
  const versions = new Map<ChangedParagraph, number[]>()
  for (const { version, paragraphs } of termsChanges) {
    if (version <= agreedVersion) continue
    for (const paragraph of paragraphs) versions.set(paragraph, [...(versions.get(paragraph) ?? []), version])
  }
  return Array.from(versions, ([paragraph, changedIn]) => ({ paragraph, versions: changedIn })).toSorted(
    (a, b) => placeOf(a.paragraph) - placeOf(b.paragraph),
  )
}

const textsInOrder = ['terms', 'privacy', 'refund']
const maxParagraphs = 100

function placeOf(paragraph: ChangedParagraph): number {
  const [text = '', number] = paragraph.split('.')
  return textsInOrder.indexOf(text) * maxParagraphs + Number(number)
}
