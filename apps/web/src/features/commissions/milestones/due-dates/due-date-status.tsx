import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { currentRates } from '@veranda/core/money/rates.ts'
import { hour } from '@veranda/core/time/instant.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { type Tone } from '@veranda/ui/tone.ts'
import { RichText } from '../../../../components/rich-text.tsx'
import { TextWithTime } from '../../../../components/time/text-with-time.tsx'
import { Timestamp } from '../../../../components/time/timestamp.tsx'
import { useTranslations } from '../../../../lib/i18n/i18n.ts'
import { useServerNow } from '../../../../lib/realtime/server-clock.ts'
import styles from '../../commissions.module.css'

type DueDateStatusProps = { commission: Commission; milestone: Milestone }
type Phase = 'overdue' | 'right' | 'notice' | 'notice-over'

/** For the client the end of a notice is an offer, for the creator the last warning. */
const noticeOverTones: Record<'client' | 'creator', Tone> = { client: 'info', creator: 'error' }

/** Says what a passed due date has led to and what comes next, and shows the creator's request for more time. */
export function DueDateStatus({ commission, milestone }: DueDateStatusProps) {
  const t = useTranslations('commissions/due-dates')
  const now = useServerNow()
  const { due, dueAt } = milestone
  const side = commission.viewerRole === 'creator' ? 'creator' : 'client'
  const name = side === 'creator' ? commission.client.name : commission.creator.name
  const phase = phaseOf(milestone, now)
  if (phase === undefined && due.extension === null) return null
  const when = phase === 'overdue' ? due.refundRightAt : due.noticeEndsAt
  return (
    <Stack gap={3}>
      {phase !== undefined && (
        <Banner
          tone={phase === 'notice-over' ? noticeOverTones[side] : 'warning'}
          title={<TextWithTime text={t(`${phase}.${side}.title`, { name })} at={dueAt} show="moment" />}
        >
          <Stack gap={2}>
            <p>
              <RichText
                text={t(`${phase}.${side}.text`, { name, hours: currentRates.refundNoticeMs / hour })}
                parts={{ when: () => (when ? <Timestamp at={when} show="moment" /> : null) }}
              />
            </p>
            {due.refundedAt !== null && due.noticeEndsAt === null && (
              <p>
                <TextWithTime text={t(`refunded-at.${side}`, { name })} at={due.refundedAt} show="moment" />
              </p>
            )}
          </Stack>
        </Banner>
      )}
      {due.extension !== null && (
        <Banner tone="info" icon="clock" title={t(`extension.${side}.title`, { name })}>
          <Stack gap={2}>
            <p>
              <TextWithTime text={t(`extension.${side}.text`, { name })} at={due.extension.dueAt} show="moment" />
            </p>
            <p className={styles.prose} dir="auto">
              {due.extension.reason}
            </p>
            {side === 'client' && due.noticeEndsAt !== null && <p>{t('extension.client.withdraws')}</p>}
          </Stack>
        </Banner>
      )}
    </Stack>
  )
}

function phaseOf({ due }: Milestone, now: number): Phase | undefined {
  if (due.noticeEndsAt !== null) return Date.parse(due.noticeEndsAt) <= now ? 'notice-over' : 'notice'
  if (!due.isOverdue) return undefined
  return due.refundRightAt !== null && Date.parse(due.refundRightAt) <= now ? 'right' : 'overdue'
}
