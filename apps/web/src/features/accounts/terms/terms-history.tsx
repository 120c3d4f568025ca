import { type ChangedParagraph, termsChanges } from '@veranda/core/accounts/terms/terms-changes.ts'
import { Link } from '@veranda/ui/link.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { changeKey } from './changed-paragraph.tsx'

/** Lists what each version of the terms and policies changed, newest first. */
export function TermsHistory() {
  const t = useTranslations('legal')
  return termsChanges.toReversed().map(({ version, paragraphs }) => (
    <section key={version}>
      <h3>{t('changes.version', { version })}</h3>
      <ul>
        {paragraphs.map((paragraph) => (
          <li key={paragraph}>
            <Link kind="inline" href={paragraphUrl(paragraph)}>
              {t(`${paragraph}.title`)}
            </Link>
            {' – '}
            {t(changeKey('changes', version, paragraph))}
          </li>
        ))}
      </ul>
    </section>
  ))
}

function paragraphUrl(paragraph: ChangedParagraph): string {
  return `/${paragraph.split('.', 1)[0]}#${paragraph.replace('.', '-')}`
}
