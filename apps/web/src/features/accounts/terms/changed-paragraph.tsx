import { type ChangedParagraph as ParagraphName } from '@veranda/core/accounts/terms/terms-changes.ts'
import { type MessageKey } from '@veranda/i18n/catalogues.ts'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextDiff } from '../../../components/text-diff.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'

type ChangedParagraphProps = {
  paragraph: ParagraphName
  /** The versions since the agreed one that changed it, oldest first. */
  versions: readonly number[]
}

/** Shows what changed in a paragraph, in plain words and word by word. */
export function ChangedParagraph({ paragraph, versions }: ChangedParagraphProps) {
  const t = useTranslations('legal')
  // The text that the user agreed to.
  const before = t(changeKey('before', versions[0] ?? 0, paragraph))
  return (
    <Stack gap={2}>
      <h3>{t(`${paragraph}.title`)}</h3>
      {versions.map((version) => (
        <p key={version}>{t(changeKey('changes', version, paragraph))}</p>
      ))}
      <p>
        <TextDiff before={before} after={t(`${paragraph}.text`)} />
      </p>
    </Stack>
  )
}

/** Returns the key of what a version changed in a paragraph, or of the text before. */
export function changeKey(kind: 'changes' | 'before', version: number, paragraph: ParagraphName): MessageKey<'legal'> {
  // legal-screen.test.ts compares these keys with the table of changes.
  return `${kind}.${version}.${paragraph}` as MessageKey<'legal'>
}
