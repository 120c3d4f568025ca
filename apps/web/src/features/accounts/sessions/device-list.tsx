import { endDevice, endOtherDevices, listDevices } from '@veranda/contract/accounts/sessions/routes.ts'
import { listSecurityEvents } from '@veranda/contract/accounts/security-events/routes.ts'
import { type Device } from '@veranda/contract/accounts/sessions/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useRef, useState } from 'react'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useRead } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { QueryBoundary } from '../../../components/page/query-boundary.tsx'
import { TextWithTime } from '../../../components/time/text-with-time.tsx'
import { sessionAbsoluteLimitMs, sessionIdleLimitMs } from '@veranda/core/accounts/sessions/session-limits.ts'
import { day } from '@veranda/core/time/instant.ts'
import styles from '../settings/settings.module.css'
import { parseUserAgent } from '@veranda/core/accounts/sessions/device-name.ts'

/** Lists where the user is signed in and until when, and ends those sessions. */
export function DeviceList() {
  const t = useTranslations('accounts/settings')
  const read = useRead(listDevices, {}, { staleTimeMs: 0 })
  const [ending, setEnding] = useState<Device>()
  const [endingOthers, setEndingOthers] = useState(false)
  const nameOf = useDeviceLabel()
  const otherCount = read.data?.items.filter(({ current }) => !current).length ?? 0
  return (
    <>
      <p className={styles.intro}>
        {t('devices.text', { idle: sessionIdleLimitMs / day, absolute: sessionAbsoluteLimitMs / day })}
      </p>
      <QueryBoundary
        query={read}
        skeleton={<SkeletonRows count={2} label={t('devices.loading')} />}
        errorTitle={t('devices.failed')}
      >
        {({ items }) => (
          <Rows label={t('devices')}>
            {items.map((device) => (
              <Row
                key={device.id}
                lead={<Icon name={isHandheld(device) ? 'headset' : 'screen'} />}
                title={nameOf(device)}
                detail={
                  <>
                    <TextWithTime text={t('device.seen')} at={device.lastSeenAt} /> ·{' '}
                    <TextWithTime text={t('device.since')} at={device.createdAt} show="date" /> ·{' '}
                    <TextWithTime text={t('device.ends')} at={device.endsAt} show="date" />
                  </>
                }
                end={
                  device.current ? (
                    <Chip tone="success">{t('device.current')}</Chip>
                  ) : (
                    <Button
                      size="small"
                      aria-label={t('device.end.label', { device: nameOf(device) })}
                      onClick={() => setEnding(device)}
                    >
                      {t('device.end')}
                    </Button>
                  )
                }
              />
            ))}
          </Rows>
        )}
      </QueryBoundary>
      {otherCount > 0 && (
        <div className={styles.below}>
          <Button onClick={() => setEndingOthers(true)}>{t('device.end.others')}</Button>
        </div>
      )}
      <EndOthersDialog open={endingOthers} count={otherCount} onClose={() => setEndingOthers(false)} />
      <EndSessionDialog device={ending} onClose={() => setEnding(undefined)} />
    </>
  )
}

function EndSessionDialog({ device, onClose }: { device: Device | undefined; onClose: () => void }) {
  const t = useTranslations('accounts/settings')
  const end = useCommand(endDevice, { invalidates: [listDevices] })
  const cancelButton = useRef<HTMLButtonElement>(null)
  const name = useDeviceLabel()(device)

  async function run() {
    if (!device) return
    const outcome = await end.run({ params: { id: device.id } })
    if (!outcome.ok) return
    onClose()
    snackbars.add({ title: t('device.ended', { device: name }), tone: 'success' })
  }

  return (
    <Dialog
      open={device !== undefined}
      onClose={onClose}
      title={t('device.end.title')}
      text={t('device.end.text', { device: name })}
      initialFocus={cancelButton}
      actions={
        <>
          <Button ref={cancelButton} onClick={onClose}>
            {t('device.end.keep')}
          </Button>
          <Button kind="danger" busy={end.busy} onClick={() => void run()}>
            {t('device.end.do')}
          </Button>
        </>
      }
    >
      <ProblemBanner problem={end.problem} />
    </Dialog>
  )
}

function EndOthersDialog({ open, count, onClose }: { open: boolean; count: number; onClose: () => void }) {
  const t = useTranslations('accounts/settings')
  const end = useCommand(endOtherDevices, { invalidates: [listDevices, listSecurityEvents] })
  const cancelButton = useRef<HTMLButtonElement>(null)

  async function run() {
    if (!(await end.run()).ok) return
    onClose()
    snackbars.add({ title: t('device.end.others.done'), tone: 'success' })
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('device.end.others.title', { count })}
      text={t('device.end.others.text')}
      initialFocus={cancelButton}
      actions={
        <>
          <Button ref={cancelButton} onClick={onClose}>
            {t('device.end.keep')}
          </Button>
          <Button kind="danger" busy={end.busy} onClick={() => void run()}>
            {t('device.end.others.do')}
          </Button>
        </>
      }
    >
      <ProblemBanner problem={end.problem} />
    </Dialog>
  )
}

/** Returns a function that names the browser and system of a user agent. */
export function useDeviceLabel(): (device: Pick<Device, 'userAgent'> | undefined) => string {
  const t = useTranslations('accounts/settings')
  return (device) => {
    const parsed = parseUserAgent(device?.userAgent ?? null)
    return parsed ? t('device.on', parsed) : t('device.unknown')
  }
}

function isHandheld({ userAgent }: Device): boolean {
  return userAgent?.includes('Quest') ?? false
}
