import { accountChanged } from '@veranda/contract/accounts/events.ts'
import { pushDevicesChanged } from '@veranda/contract/notifications/events.ts'
import { listPushDevices } from '@veranda/contract/notifications/routes.ts'
import { type PushDevice } from '@veranda/contract/notifications/schemas.ts'
import { parseUserAgent } from '@veranda/core/accounts/sessions/device-name.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { QueryBoundary } from '../../../components/page/query-boundary.tsx'
import { TextWithTime } from '../../../components/time/text-with-time.tsx'
import { type ReactNode } from 'react'
import { useRead } from '../../../lib/api/query.ts'
import { invalidateOnEvent } from '../../../lib/api/stale-reads.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { on, onResync } from '../../../lib/realtime/realtime.ts'
import styles from '../preferences/preferences.module.css'
import { type PushHere, usePushHere } from './use-push-here.ts'

// Registered once, with the list of devices, so that it is not part of the shell's bundle.
const refresh = () => invalidateOnEvent(listPushDevices)
on(pushDevicesChanged, refresh)
// A device goes with its session.
on(accountChanged, refresh)
onResync(refresh)

/** Turns push on and off in this browser, and lists the user's devices that have it. */
export function PushSection({ pushKey, isChannelOn }: { pushKey: string; isChannelOn: boolean }) {
  const t = useTranslations('notifications')
  const read = useRead(listPushDevices, {}, { staleTimeMs: 0 })
  return (
    <QueryBoundary
      query={read}
      skeleton={<SkeletonRows count={1} label={t('screen.push.loading')} />}
      errorTitle={t('screen.push.load-failed')}
    >
      {({ items }) => <PushDevices devices={items} pushKey={pushKey} isChannelOn={isChannelOn} />}
    </QueryBoundary>
  )
}

type PushDevicesProps = { devices: readonly PushDevice[]; pushKey: string; isChannelOn: boolean }

function PushDevices({ devices, pushKey, isChannelOn }: PushDevicesProps) {
  const t = useTranslations('notifications')
  const { state, busy, turnOn, remove } = usePushHere(devices, pushKey)
  const own = devices.find(({ current }) => current)
  const nameOf = ({ userAgent }: PushDevice) => {
    const parsed = parseUserAgent(userAgent)
    return parsed ? t('screen.push.device.on', parsed) : t('screen.push.device.unknown')
  }
  return (
    <div className={styles.part}>
      <PushState
        state={state}
        isChannelOn={isChannelOn}
        action={
          state === 'on' && own ? (
            <Button busy={busy} onClick={() => void remove(own)}>
              {t('screen.push.turn-off')}
            </Button>
          ) : (
            <Button kind="filled" busy={busy} onClick={() => void turnOn()}>
              {t('screen.push.turn-on')}
            </Button>
          )
        }
      />
      {devices.length > 0 && (
        <Rows label={t('screen.push.devices')}>
          {devices.map((device) => (
            <Row
              key={device.id}
              lead={<Icon name="bell" />}
              title={nameOf(device)}
              detail={
                <>
                  <TextWithTime text={t('screen.push.device.added')} at={device.createdAt} show="date" />
                  {device.lastAcceptedAt !== null && (
                    <>
                      {' · '}
                      <TextWithTime text={t('screen.push.device.last')} at={device.lastAcceptedAt} />
                    </>
                  )}
                </>
              }
              end={
                device.current ? (
                  <Chip tone="success">{t('screen.push.device.current')}</Chip>
                ) : (
                  <Button
                    size="small"
                    aria-label={t('screen.push.device.remove.label', { device: nameOf(device) })}
                    onClick={() => void remove(device)}
                  >
                    {t('screen.push.device.remove')}
                  </Button>
                )
              }
            />
          ))}
        </Rows>
      )}
    </div>
  )
}

/** Says in which state push is in this browser, and what to do; the action only where it can do something. */
function PushState({ state, isChannelOn, action }: { state: PushHere; isChannelOn: boolean; action: ReactNode }) {
  const t = useTranslations('notifications')
  const title = t(`screen.push.${state}`)
  switch (state) {
    case 'unsupported':
    case 'denied':
      return (
        <Banner tone="warning" title={title} announce>
          {t(`screen.push.${state}.text`)}
        </Banner>
      )
    case 'failed':
      return (
        <Banner tone="error" title={title} action={action} announce>
          {t('screen.push.failed.text')}
        </Banner>
      )
    case 'off':
      return (
        <Banner tone="neutral" icon="bell" title={title} action={action}>
          {t('screen.push.off.text')}
        </Banner>
      )
    case 'on':
      return (
        <Banner tone={isChannelOn ? 'success' : 'warning'} title={title} action={action} announce>
          {!isChannelOn && t('screen.push.on.channel-off')}
        </Banner>
      )
  }
}
