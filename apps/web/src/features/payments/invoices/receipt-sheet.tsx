import { type Receipt } from '@veranda/contract/payments/schemas.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { Logo } from '../../../components/page/logo.tsx'
import { Fragment } from 'react'
import styles from './receipt.module.css'

/** Renders a receipt for printing: no links, no hover, everything in ink. */
export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const t = useTranslations('payments')
  const c = useTranslations('common')
  const format = useFormat()
  const { side, kind } = receipt
  const title = t(`receipt.${kind === 'refund' ? 'refund' : 'title'}.${side}`)
  return (
    <article className={styles.sheet} aria-label={title}>
      <header className={styles.top}>
        <span className={styles.brand}>
          <Logo /> {c('brand')}
        </span>
        <div className={styles.number}>
          <h1>{title}</h1>
          <p>{t('receipt.number', { number: receipt.number })}</p>
          <p>{format.full(receipt.at)}</p>
        </div>
      </header>
      <div className={styles.parties}>
        <Party label={t('receipt.client')} party={receipt.client} />
        <Party label={t('receipt.creator')} party={receipt.creator} />
      </div>
      <table className={styles.lines}>
        <caption>
          {receipt.project ?? t('protected.session')} · {receipt.milestone}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('receipt.for')}</th>
            <th scope="col" className={styles.end}>
              {t('receipt.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {receipt.lines.map((line) => (
            <tr key={line.key}>
              <td>{t(`receipt.line.${line.key}`)}</td>
              <td className={styles.end}>{format.money(line.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t(`receipt.${kind === 'refund' ? 'total.refund' : 'total'}.${side}`)}</th>
            <td className={styles.end}>{format.money(receipt.total)}</td>
          </tr>
        </tfoot>
      </table>
      <dl className={styles.facts}>
        {receipt.version && (
          <>
            <dt>{t('receipt.version')}</dt>
            <dd>
              {c('version', { number: receipt.version.number })}
              <code className={styles.hash}>{receipt.version.hash}</code>
            </dd>
          </>
        )}
        <dt>{t('receipt.charged')}</dt>
        <dd>
          {format.full(receipt.chargedAt)}
          {!receipt.payments && receipt.methodLast4 && ` · ${t('receipt.card', { last4: receipt.methodLast4 })}`}
        </dd>
        {receipt.payments?.map(({ amount, methodLast4 }, index) => (
          // Two charges may have the same sum and card; a receipt never changes.
          <Fragment key={index}>
            <dt>{methodLast4 === null ? t('receipt.payment') : t('receipt.card', { last4: methodLast4 })}</dt>
            <dd>{format.money(amount)}</dd>
          </Fragment>
        ))}
        {receipt.releasedAt !== null && (
          <>
            <dt>{t('receipt.released')}</dt>
            <dd>{format.full(receipt.releasedAt)}</dd>
          </>
        )}
      </dl>
      <p className={styles.foot}>{t(kind === 'refund' ? 'receipt.foot.refund' : 'receipt.foot')}</p>
    </article>
  )
}

function Party({ label, party }: { label: string; party: Receipt['client'] }) {
  return (
    <div>
      <p className={styles.label}>{label}</p>
      <p className={styles.name}>{party.name}</p>
      {party.email && <p>{party.email}</p>}
    </div>
  )
}
