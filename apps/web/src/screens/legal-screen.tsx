import { Card } from '@veranda/ui/card.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { type KeyOf } from '@veranda/words/words.ts'
import { useFormat } from '../lib/format.ts'
import { useWords } from '../lib/words.ts'
import { Page } from '../parts/page.tsx'
import { Rich } from '../parts/rich.tsx'
import styles from './legal-screen.module.css'
import { legalTexts } from './legal-texts.ts'

/** Since when version 1 of these texts is in force. */
const inForce = '2026-11-01T00:00:00Z'

export function Terms() {
  return <LegalScreen name="terms" />
}

export function Privacy() {
  return <LegalScreen name="privacy" />
}

export function Refund() {
  return <LegalScreen name="refund" />
}

function LegalScreen({ name }: { name: keyof typeof legalTexts }) {
  const t = useWords('legal')
  const format = useFormat()
  const numbers = Array.from({ length: legalTexts[name] }, (_, index) => index + 1)
  return (
    <Page
      width="narrow"
      kicker={t('version', { date: format.longDate(inForce) })}
      title={t(`${name}.title`)}
      lead={t(`${name}.lead`)}
    >
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
      <p>
        <Rich
          text={t('questions')}
          parts={{
            support: (inner) => (
              <Link kind="inline" href="/support">
                {inner}
              </Link>
            ),
          }}
        />
      </p>
    </Page>
  )
}

function titleKey(name: string, number: number): KeyOf<'legal'> {
  // Each text has as many sections as legalTexts says; legal-screen.test.ts counts them.
  return `${name}.${number}.title` as KeyOf<'legal'>
}

function textKey(name: string, number: number): KeyOf<'legal'> {
  // As above.
  return `${name}.${number}.text` as KeyOf<'legal'>
}
