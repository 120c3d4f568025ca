import { cancelDeletion, readDeletion } from '@veranda/contract/accounts/deletion/routes.ts'
import { type AccountObstacle } from '@veranda/contract/accounts/deletion/schemas.ts'
import { listSecurityEvents } from '@veranda/contract/accounts/security-events/routes.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { deletionDelayDays } from '@veranda/core/accounts/deletion/deletion.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { type IconName } from '@veranda/ui/icon-paths.ts'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useState } from 'react'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { QueryBoundary } from '../../../components/page/query-boundary.tsx'
import { TextWithTime } from '../../../components/time/text-with-time.tsx'
import { snackbars } from '../../../components/toasts.ts'
import { useRead } from '../../../lib/api/query.ts'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import '../settings/events.ts'
import styles from '../settings/settings.module.css'

/** Says what a deletion erases and keeps and what stands in its way, schedules it, and keeps an account after all. */
export function DeleteAccountCard() {
  const t = useTranslations('accounts/settings')
  const read = useRead(readDeletion, {}, { staleTimeMs: 0 })
  const [open, setOpen] = useState(false)
  return (
    <QueryBoundary
      query={read}
      skeleton={<SkeletonRows count={2} label={t('deletion.loading')} />}
      errorTitle={t('deletion.failed')}
    >
      {({ at, obstacles, actions }) => (
        <>
          {at === null ? (
            <div className={styles.intro}>
              <p>{t('deletion.text', { count: deletionDelayDays })}</p>
              <p>{t('deletion.kept')}</p>
            </div>
          ) : (
            <KeepAccount at={at} canKeep={actions.includes('cancel')} />
          )}
          {obstacles.length > 0 && (
            <>
              <p className={styles.intro}>{t('deletion.obstacles')}</p>
              <Rows label={t('deletion.obstacles')}>
                {obstacles.map((obstacle) => (
                  <ObstacleRow key={obstacle.kind} obstacle={obstacle} />
                ))}
              </Rows>
            </>
          )}
          {actions.includes('schedule') && (
            <div className={styles.below}>
              <Button kind="danger" onClick={() => setOpen(true)}>
                {t('deletion.do')}
              </Button>
            </div>
          )}
          <DeleteAccountDialog open={open} onClose={() => setOpen(false)} />
        </>
      )}
    </QueryBoundary>
  )
}

function KeepAccount({ at, canKeep }: { at: string; canKeep: boolean }) {
  const t = useTranslations('accounts/settings')
  const keep = useCommand(cancelDeletion, { invalidates: [readDeletion, readAccount, listSecurityEvents] })

  async function run() {
    if ((await keep.run()).ok) snackbars.add({ title: t('deletion.kept.done'), tone: 'success' })
  }

  return (
    <div className={styles.below}>
      <Banner
        tone="warning"
        announce
        title={<TextWithTime text={t('deletion.scheduled')} at={at} show="date" />}
        action={
          canKeep && (
            <Button busy={keep.busy} onClick={() => void run()}>
              {t('deletion.keep')}
            </Button>
          )
        }
      >
        {t('deletion.scheduled.text')}
      </Banner>
      <ProblemBanner problem={keep.problem} />
    </div>
  )
}

/** Where each kind of obstacle is dealt with. */
const places: Readonly<Record<AccountObstacle['kind'], { href: string; icon: IconName }>> = {
  commissions: { href: '/projects', icon: 'briefcase' },
  bookings: { href: '/appointments', icon: 'calendar' },
  disputes: { href: '/support', icon: 'warning' },
  escrow: { href: '/payment', icon: 'lock' },
  payments: { href: '/payment', icon: 'wallet' },
  balance: { href: '/payment', icon: 'wallet' },
  'last-admin': { href: '/support', icon: 'lock' },
}

function ObstacleRow({ obstacle: { kind, count, amounts } }: { obstacle: AccountObstacle }) {
  const t = useTranslations('accounts/settings')
  const format = useFormat()
  const { href, icon } = places[kind]
  const sum = amounts.map((amount) => format.money(amount)).join(' · ')
  return (
    <Row
      lead={<Icon name={icon} />}
      title={t(`deletion.obstacle.${kind}`, { count, sum })}
      detail={t(`deletion.obstacle.${kind}.text`)}
      href={href}
    />
  )
}
