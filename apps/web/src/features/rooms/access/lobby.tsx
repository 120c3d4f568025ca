import { type Room } from '@veranda/contract/rooms/schemas.ts'
import { type DeviceKind } from '@veranda/contract/rooms/connection/messages.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Inline, Split, Stack } from '@veranda/ui/layout.tsx'
import { Switch } from '@veranda/ui/switch.tsx'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { Page } from '../../../components/page/page.tsx'
import { UserChip } from '../../../components/user-chip.tsx'
import { graphicsSupport } from '../../../lib/device/webgl-support.ts'
import { detectDevice } from './detect-device.ts'
import { roomHome } from './room-home.ts'
import { MicrophoneCheck } from '../voice/microphone-check.tsx'
import { type Microphone } from '../voice/microphone.ts'
import { maxMeshParticipants } from '../voice/voice-mesh.ts'
import styles from './lobby.module.css'

type Props = {
  room: Room
  microphone: Microphone
  /** A picture of the room, behind the door. */
  still: ReactNode
  onEnter: (wish: { device: DeviceKind; muted: boolean; headset: boolean }) => void
}

/**
 * Shows the veranda with who is inside and the button that enters; below it the microphone check, the device and who
 * else can join. Missing hardware keeps no one out.
 */
export function Lobby({ room, microphone, still, onEnter }: Props) {
  const t = useTranslations('rooms')
  const [muted, setMuted] = useState(false)
  const headset = useHeadsetSupport()
  const device = detectDevice()
  const usersInside = room.users.filter((user) => user.inside)
  const usersOutside = room.users.filter((user) => !user.inside)
  const home = roomHome(room)
  return (
    <Page
      title={room.title}
      overline={t('canvas')}
      actions={
        <Button kind="quiet" href={home.href}>
          {t(home.label)}
        </Button>
      }
    >
      <div className={styles.porch}>
        {still}
        <section className={styles.door} aria-label={t('lobby.inside')}>
          <h2>{t('lobby.inside')}</h2>
          <div aria-live="polite">
            {usersInside.length === 0 ? (
              <p className={styles.quiet}>{t('lobby.nobody')}</p>
            ) : (
              <LobbyUsers label={t('lobby.inside')} users={usersInside} size="medium" />
            )}
          </div>
          <div className={styles.enter}>
            <Button kind="filled" size="large" onClick={() => onEnter({ device, muted, headset: false })}>
              {t('lobby.enter')}
            </Button>
            {headset && (
              <Button size="large" icon="headset" onClick={() => onEnter({ device: 'headset', muted, headset: true })}>
                {t('lobby.enter.headset')}
              </Button>
            )}
          </div>
        </section>
      </div>
      <Split>
        <Card padded title={t('mic.title')}>
          <Stack gap={4}>
            <MicrophoneCheck microphone={microphone} />
            <Switch label={t('lobby.muted')} checked={muted} onChange={setMuted} />
            {usersInside.length >= maxMeshParticipants && (
              <p className={styles.quiet}>{t('voice.many', { max: maxMeshParticipants })}</p>
            )}
            {room.voiceReach === 'network' && <p className={styles.quiet}>{t('voice.network')}</p>}
          </Stack>
        </Card>
        <Stack gap={4}>
          <Card padded title={t('lobby.device')}>
            <DeviceNotes device={device} headset={headset} />
          </Card>
          {usersOutside.length > 0 && (
            <Card padded title={t('lobby.users')}>
              <LobbyUsers label={t('lobby.users')} users={usersOutside} />
            </Card>
          )}
        </Stack>
      </Split>
    </Page>
  )
}

/** Shows how the user joins and what their device can draw; without a headset, how to open the room on one. */
function DeviceNotes({ device, headset }: { device: DeviceKind; headset: boolean }) {
  const t = useTranslations('rooms')
  const graphicsLevel = graphicsSupport()
  return (
    <Stack gap={4}>
      <Inline wrap>
        <Chip icon="screen">{t(`device.${device}`)}</Chip>
        {headset && (
          <Chip icon="headset" tone="primary">
            {t('device.headset')}
          </Chip>
        )}
      </Inline>
      {graphicsLevel === 'none' ? (
        <Banner tone="warning">{t('lobby.no-webgl')}</Banner>
      ) : (
        <p className={styles.quiet}>{t(graphicsLevel === 'fast' ? 'lobby.class.high' : 'lobby.class.low')}</p>
      )}
      {!headset && (
        <>
          <p className={styles.quiet}>{t('lobby.no-xr')}</p>
          <Inline wrap>
            <Button size="small" icon="headset" onClick={() => open(headsetLaunchUrl(), '_blank', 'noopener')}>
              {t('lobby.send')}
            </Button>
            <Button size="small" kind="quiet" href="/pair">
              {t('lobby.pair')}
            </Button>
          </Inline>
        </>
      )}
    </Stack>
  )
}

type LobbyUsersProps = { label: string; users: Room['users']; size?: 'small' | 'medium' }

function LobbyUsers({ label, users, size }: LobbyUsersProps) {
  const t = useTranslations('rooms')
  return (
    <ul className={styles.users} aria-label={label}>
      {users.map(({ user, role, inside }) => (
        <li key={user.id}>
          <UserChip user={user} present={inside} detail={t(`users.${role}`)} {...(size && { size })} />
        </li>
      ))}
    </ul>
  )
}

/** Returns the URL of Meta's page that opens this room on the user's headset. */
function headsetLaunchUrl(): string {
  return `https://www.oculus.com/open_url/?url=${encodeURIComponent(location.origin + location.pathname)}`
}

/** Returns true if this browser can enter immersive VR. */
function useHeadsetSupport(): boolean {
  const [supported, setSupported] = useState(false)
  useEffect(() => {
    let active = true
    const check = () => {
      const support = navigator.xr?.isSessionSupported('immersive-vr') ?? Promise.resolve(false)
      void support.then(
        (isSupported) => active && setSupported(isSupported),
        () => undefined,
      )
    }
    check()
    navigator.xr?.addEventListener('devicechange', check)
    return () => {
      active = false
      navigator.xr?.removeEventListener('devicechange', check)
    }
  }, [])
  return supported
}
