import { currentTermsVersion, termsInEffectSince } from '@veranda/core/accounts/terms/terms.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { type MessageKey } from '@veranda/i18n/catalogues.ts'
import { useFormat } from '../lib/i18n/format.ts'
import { useTranslations } from '../lib/i18n/i18n.ts'
import { Page } from '../components/page/page.tsx'
import { RichText } from '../components/rich-text.tsx'
import { TermsHistory } from '../features/accounts/terms/terms-history.tsx'
import styles from './legal-screen.module.css'

/** Number of sections of each legal text. */
export const legalSectionCounts = { terms: 12, privacy: 9, refund: 7 } as const

export function TermsScreen() {
  return <LegalScreen name="terms" />
}

export function PrivacyScreen() {
  return <LegalScreen name="privacy" />
}

export function RefundScreen() {
  return <LegalScreen name="refund" />
}

function LegalScreen({ name }: { name: keyof typeof legalSectionCounts }) {
  const t = useTranslations('legal')
  const format = useFormat()
  const { language } = format
  const numbers = Array.from({ length: legalSectionCounts[name] }, (_, index) => index + 1)
  return (
    <Page
      width="narrow"
      overline={t('version', { version: currentTermsVersion, date: format.longDate(termsInEffectSince) })}
      title={t(`${name}.title`)}
      lead={t(`${name}.lead`)}
    >
      {language !== 'en' && <Banner>{t('translation')}</Banner>}
      <Card padded look="sunken">
        <nav aria-label={t('contents')}>
          <ol className={styles.contents}>
            {numbers.map((number) => (
              <li key={number}>
                <a href={`#${name}-${number}`}>
                  {number}. {t(titleKey(name, number))}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      </Card>
      <div className={styles.text}>
        {numbers.map((number) => (
          <section key={number} id={`${name}-${number}`} className={styles.section}>
            <h2>
              {number}. {t(titleKey(name, number))}
            </h2>
            <p>{t(textKey(name, number))}</p>
          </section>
        ))}
      </div>
      {name === 'terms' && (
        <section className={styles.section}>
          <h2>{t('changes.title')}</h2>
          <TermsHistory />
        </section>
      )}
      <p>
        <RichText
          text={t('questions')}
          parts={{
            support: (inner) => (
              <Link kind="inline" href="/support?about=legal">
                {inner}
              </Link>
            ),
          }}
        />
      </p>
    </Page>
  )
}

function titleKey(name: string, number: number): MessageKey<'legal'> {
  // Each text has as many sections as legalSectionCounts says; legal-screen.test.ts counts them.
  return `${name}.${number}.title` as MessageKey<'legal'>
}

function textKey(name: string, number: number): MessageKey<'legal'> {
  // As above.
  return `${name}.${number}.text` as MessageKey<'legal'>
}
