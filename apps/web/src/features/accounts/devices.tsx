import { endDevice, listDevices } from '@veranda/contract/accounts/routes.ts'
import { type Device } from '@veranda/contract/accounts/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useRef, useState } from 'react'
import { useCommand } from '../../lib/command.ts'
import { useRead } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { snackbars } from '../../parts/notices.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { Reading } from '../../parts/reading.tsx'
import { When } from '../../parts/when.tsx'
import styles from './accounts.module.css'
import { deviceOf } from './device-name.ts'

/** Where one is signed in, and how to end it there. */
export function Devices({ intro }: { intro: string }) {
  const t = useWords('settings')
  const read = useRead(listDevices, {}, { fresh: 0 })
  const [ending, setEnding] = useState<Device>()
  const nameOf = useDeviceName()
  return (
    <>
      <p className={styles.intro}>{intro}</p>
      <Reading of={read} shape={<SkeletonRows count={2} label={t('devices.loading')} />} failed={t('devices.failed')}>
        {({ items }) => (
          <Rows label={t('devices')}>
            {items.map((device) => (
              <Row
                key={device.id}
                lead={<Icon name={isHandheld(device) ? 'headset' : 'screen'} />}
                title={nameOf(device)}
                detail={
                  <>
                    {t('device.seen')} <When at={device.lastSeenAt} /> · {t('device.since')}{' '}
                    <When at={device.createdAt} show="date" />
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
      </Reading>
      <EndDialog device={ending} onClose={() => setEnding(undefined)} />
    </>
  )
}

function EndDialog({ device, onClose }: { device: Device | undefined; onClose: () => void }) {
  const t = useWords('settings')
  const end = useCommand(endDevice, { touches: [listDevices] })
  const keep = useRef<HTMLButtonElement>(null)
  const name = useDeviceName()(device)

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
      initialFocus={keep}
      actions={
        <>
          <Button ref={keep} onClick={onClose}>
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

function useDeviceName(): (device: Device | undefined) => string {
  const t = useWords('settings')
  return (device) => {
    const named = deviceOf(device?.userAgent ?? null)
    return named ? t('device.on', named) : t('device.unknown')
  }
}

function isHandheld({ userAgent }: Device): boolean {
  return userAgent?.includes('Quest') ?? false
}
