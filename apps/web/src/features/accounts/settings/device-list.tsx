import { endDevice, listDevices } from '@veranda/contract/accounts/routes.ts'
import { type Device } from '@veranda/contract/accounts/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useRef, useState } from 'react'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useRead } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { ProblemBanner } from '../../../components/problem-banner.tsx'
import { QueryBoundary } from '../../../components/query-boundary.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'
import styles from './settings.module.css'
import { parseUserAgent } from '@veranda/core/accounts/device-name.ts'

/** Lists where the user is signed in, and ends those sessions. */
export function DeviceList({ intro }: { intro: string }) {
  const t = useTranslations('accounts/settings')
  const read = useRead(listDevices, {}, { staleTimeMs: 0 })
  const [ending, setEnding] = useState<Device>()
  const nameOf = useDeviceLabel()
  return (
    <>
      <p className={styles.intro}>{intro}</p>
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
                    {t('device.seen')} <Timestamp at={device.lastSeenAt} /> · {t('device.since')}{' '}
                    <Timestamp at={device.createdAt} show="date" />
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

function useDeviceLabel(): (device: Device | undefined) => string {
  const t = useTranslations('accounts/settings')
  return (device) => {
    const parsed = parseUserAgent(device?.userAgent ?? null)
    return parsed ? t('device.on', parsed) : t('device.unknown')
  }
}

function isHandheld({ userAgent }: Device): boolean {
  return userAgent?.includes('Quest') ?? false
}
