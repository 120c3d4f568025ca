import { type Dispute } from '@veranda/contract/commissions/disputes/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { type ReactNode } from 'react'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { Timestamp } from '../time/timestamp.tsx'
import styles from './disputes.module.css'

type Props = { dispute: Pick<Dispute, 'caseFile' | 'client' | 'creator'> }

/** Shows what the product itself knows about the milestone, the same to both sides and the admin. */
export function CaseFile({ dispute }: Props) {
  const t = useTranslations('commissions/disputes')
  const { offers, versions, rounds, pins, history, meetings } = dispute.caseFile
  const name = (side: 'client' | 'creator') => dispute[side].name
  const at = (time: string) => <Timestamp at={time} show="moment" />
  return (
    <Card padded title={t('file')}>
      <Stack gap={5}>
        <p className={styles.quiet}>{t('file.text')}</p>
        <Part title={t('file.contract')}>
          {offers.map((offer) => (
            <li key={offer.number}>
              {t('file.offer', { number: offer.number, name: name(offer.by) })} · {at(offer.at)}{' '}
              {offer.isAccepted && <Chip tone="success">{t('file.accepted')}</Chip>}{' '}
              <bdi className={styles.hash}>{offer.hash.slice(0, 12)}</bdi>
            </li>
          ))}
        </Part>
        <Part title={t('file.versions')} none={versions.length === 0 && t('file.versions.none')}>
          {versions.map((version) => (
            <li key={version.id}>
              {t('version', { number: version.number })} · {at(version.at)}{' '}
              <Chip tone={version.unmetLimits.length === 0 ? 'success' : 'warning'}>
                {version.unmetLimits.length === 0
                  ? t('file.limits.met')
                  : t('file.limits.unmet', { number: version.unmetLimits.length })}
              </Chip>{' '}
              <bdi className={styles.hash}>{version.hash.slice(0, 12)}</bdi>
            </li>
          ))}
        </Part>
        <Part title={t('file.rounds')} none={rounds.length === 0 && t('file.rounds.none')}>
          {rounds.map((round) => (
            <li key={round.round}>
              {t('file.round', { round: round.round, version: round.version })} · {at(round.at)}
              <ul>
                {round.items.map((item, index) => (
                  <li key={`${round.round} ${index}`} dir="auto">
                    {item}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </Part>
        <Part title={t('file.pins')}>
          <li>
            {t('file.pins.count', { open: pins.open, fixed: pins.fixed, gone: pins.gone, declined: pins.declined })}
          </li>
        </Part>
        <Part title={t('file.meetings')} none={meetings.length === 0 && t('file.meetings.none')}>
          {meetings.map((meeting) => (
            <li key={meeting.id}>
              <bdi>{meeting.title}</bdi> · {at(meeting.at)}
              <p className={styles.quiet}>
                {t('file.present', { name: dispute.client.name, minutes: meeting.clientMinutes })}{' '}
                {t('file.present', { name: dispute.creator.name, minutes: meeting.creatorMinutes })}
              </p>
            </li>
          ))}
        </Part>
        <Part title={t('file.history')}>
          {history.map((step, index) => (
            <li key={`${step.state} ${index}`}>
              <States state={step.state} /> · {at(step.at)}
            </li>
          ))}
        </Part>
      </Stack>
    </Card>
  )
}

function States({ state }: { state: Dispute['caseFile']['history'][number]['state'] }) {
  const t = useTranslations('commissions')
  return t(`milestone.${state}`)
}

function Part({ title, none = false, children }: { title: string; none?: string | false; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      {none === false ? <ul className={styles.list}>{children}</ul> : <p className={styles.quiet}>{none}</p>}
    </section>
  )
}
