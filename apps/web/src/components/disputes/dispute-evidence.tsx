import { type Dispute, type DisputeEvidence } from '@veranda/contract/commissions/disputes/schemas.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { type ReactNode } from 'react'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { TextWithTime } from '../time/text-with-time.tsx'
import { Timestamp } from '../time/timestamp.tsx'
import styles from './disputes.module.css'

/** Shows what each side said and showed, as it was then, with its hash. */
export function DisputeEvidenceCards({ dispute }: { dispute: Pick<Dispute, 'evidence' | 'opener'> }) {
  return dispute.evidence.map((one) => (
    <EvidenceCard key={one.side} evidence={one} isOpening={one.side === dispute.opener} />
  ))
}

function EvidenceCard({ evidence, isOpening }: { evidence: DisputeEvidence; isOpening: boolean }) {
  const t = useTranslations('commissions/disputes')
  const { author, at, text, files, versions, pins, messages, hash } = evidence
  return (
    <Card padded title={t(isOpening ? 'evidence.opening' : 'evidence.answer', { name: author.name })}>
      <Stack gap={4}>
        <p className={styles.prose} dir="auto">
          {text}
        </p>
        <List title={t('evidence.files')} count={files.length}>
          {files.map((file) => (
            <li key={file.id}>
              <Anchor href={`/api/assets/${file.id}/source`}>
                <bdi>{file.name}</bdi>
              </Anchor>
            </li>
          ))}
        </List>
        <List title={t('evidence.versions')} count={versions.length}>
          {versions.map((version) => (
            <li key={version.id}>
              {t('version', { number: version.number })}{' '}
              <span className={styles.hash}>{version.hash.slice(0, 12)}</span>
            </li>
          ))}
        </List>
        <List title={t('evidence.pins')} count={pins.length}>
          {pins.map((pin) => (
            <li key={pin.id}>
              {t('pin', { number: pin.number })} <Chip>{t(`pin.${pin.state}`)}</Chip>{' '}
              <span dir="auto">
                <bdi>{pin.author}</bdi>: {pin.text}
              </span>
            </li>
          ))}
        </List>
        <List title={t('evidence.messages')} count={messages.length}>
          {messages.map((message) => (
            <li key={message.id}>
              <span className={styles.quiet}>
                <bdi>{message.author}</bdi> · <Timestamp at={message.at} show="moment" />
                {message.isDirect && <> · {t('message.direct')}</>}
              </span>
              <p className={styles.prose} dir="auto">
                {message.text}
              </p>
            </li>
          ))}
        </List>
        <p className={styles.quiet}>
          <TextWithTime text={t('evidence.frozen')} at={at} show="moment" /> <bdi className={styles.hash}>{hash}</bdi>
        </p>
      </Stack>
    </Card>
  )
}

function List({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  if (count === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <ul className={styles.list}>{children}</ul>
    </section>
  )
}
