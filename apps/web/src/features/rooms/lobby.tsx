import { type Room } from '@veranda/contract/rooms/schemas.ts'
import { type Device } from '@veranda/contract/rooms/wire.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Line, Split, Stack } from '@veranda/ui/layout.tsx'
import { Switch } from '@veranda/ui/switch.tsx'
import { useEffect, useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { Page } from '../../parts/page.tsx'
import { PersonChip } from '../../parts/person-chip.tsx'
import { drawing } from '../../parts/room-stage.ts'
import { ownDevice } from './device.ts'
import { MicCheck } from './mic-check.tsx'
import { type Microphone } from './microphone.ts'
import { mostInMesh } from './voice.ts'
import styles from './lobby.module.css'

type Props = {
  room: Room
  microphone: Microphone
  onEnter: (wish: { device: Device; muted: boolean; headset: boolean }) => void
}

/** Before the door: who is inside, whether one is heard, by what one comes. Nothing that is missing keeps one out. */
export function Lobby({ room, microphone, onEnter }: Props) {
  const t = useWords('rooms')
  const [muted, setMuted] = useState(false)
  const headset = useHeadset()
  const device = ownDevice()
  const drawn = drawing()
  const inside = room.people.filter((one) => one.inside)
  return (
    <Page title={room.title} kicker={t('stage')}>
      <Split>
        <Card padded title={t('mic.title')}>
          <Stack gap={4}>
            <MicCheck microphone={microphone} />
            {inside.length >= mostInMesh && <p className={styles.quiet}>{t('voice.many', { most: mostInMesh })}</p>}
            {room.voiceReach === 'network' && <p className={styles.quiet}>{t('voice.network')}</p>}
            <Switch label={t('lobby.muted')} checked={muted} onChange={setMuted} />
            <Line wrap>
              <span className={styles.quiet}>{t('lobby.device')}</span>
              <Chip icon="screen">{t(`device.${device}`)}</Chip>
              {headset && (
                <Chip icon="headset" tone="primary">
                  {t('device.headset')}
                </Chip>
              )}
            </Line>
            {drawn === 'none' ? (
              <Banner tone="warning">{t('lobby.no-webgl')}</Banner>
            ) : (
              <p className={styles.quiet}>{t(drawn === 'well' ? 'lobby.class.high' : 'lobby.class.low')}</p>
            )}
            {!headset && (
              <>
                <p className={styles.quiet}>{t('lobby.no-xr')}</p>
                <Line wrap>
                  <Button size="small" icon="headset" onClick={() => open(webLaunch(), '_blank', 'noopener')}>
                    {t('lobby.send')}
                  </Button>
                  <Button size="small" kind="quiet" href="/pair">
                    {t('lobby.pair')}
                  </Button>
                </Line>
              </>
            )}
            <Line wrap>
              <Button kind="filled" size="large" onClick={() => onEnter({ device, muted, headset: false })}>
                {t('lobby.enter')}
              </Button>
              {headset && (
                <Button
                  size="large"
                  icon="headset"
                  onClick={() => onEnter({ device: 'headset', muted, headset: true })}
                >
                  {t('lobby.enter.headset')}
                </Button>
              )}
            </Line>
          </Stack>
        </Card>
        <Card padded title={t('lobby.inside')}>
          <Stack gap={4}>
            {inside.length === 0 && <p className={styles.quiet}>{t('lobby.nobody')}</p>}
            <ul className={styles.people} aria-label={t('lobby.people')}>
              {room.people.map(({ person, role, inside: here }) => (
                <li key={person.id}>
                  <PersonChip person={person} present={here} detail={t(`people.${role}`)} />
                </li>
              ))}
            </ul>
          </Stack>
        </Card>
      </Split>
    </Page>
  )
}

/** Meta's page that opens an address on the headset of who is signed in there. */
function webLaunch(): string {
  return `https://www.oculus.com/open_url/?url=${encodeURIComponent(location.origin + location.pathname)}`
}

/** Whether this browser can show the room in a headset. */
function useHeadset(): boolean {
  const [can, setCan] = useState(false)
  useEffect(() => {
    let there = true
    const look = () => {
      const asked = navigator.xr?.isSessionSupported('immersive-vr') ?? Promise.resolve(false)
      void asked.then(
        (answer) => there && setCan(answer),
        () => undefined,
      )
    }
    look()
    navigator.xr?.addEventListener('devicechange', look)
    return () => {
      there = false
      navigator.xr?.removeEventListener('devicechange', look)
    }
  }, [])
  return can
}
