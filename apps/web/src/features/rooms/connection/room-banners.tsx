import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { useStore } from '../../../lib/store.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { type RoomConnectionState } from './room-connection.ts'
import { type RoomParticipation } from './room-participation.ts'

type Props = {
  participation: RoomParticipation
  connection: RoomConnectionState
  following: number | undefined
  onUnfollow: () => void
  /** Tries to start the headset again; undefined if nothing refused it. */
  onEnterHeadset: (() => void) | undefined
}

/** Shows the state of the connection, the shared records and the headset, and whom the user follows. */
export function RoomBanners({ participation, connection, following, onUnfollow, onEnterHeadset }: Props) {
  const t = useTranslations('rooms')
  const records = useStore(participation.records.state)
  const name = following === undefined ? '' : (connection.participants.get(following)?.displayName ?? '')
  return (
    <>
      {connection.status !== 'joined' && (
        <Banner tone="warning" announce>
          {t(connection.status === 'reconnecting' ? 'line.lost' : 'line.connecting')}
        </Banner>
      )}
      {records.status === 'failed' && (
        <Banner
          tone="warning"
          announce
          action={
            <Button size="small" kind="quiet" onClick={() => void participation.records.load()}>
              {t('log.again')}
            </Button>
          }
        >
          {t('log.failed')}
        </Banner>
      )}
      {onEnterHeadset && (
        <Banner
          tone="warning"
          announce
          action={
            <Button size="small" kind="quiet" onClick={onEnterHeadset}>
              {t('dock.headset.again')}
            </Button>
          }
        >
          {t('dock.headset.refused')}
        </Banner>
      )}
      {following !== undefined && (
        <Banner
          tone="info"
          action={
            <Button size="small" kind="quiet" onClick={onUnfollow}>
              {t('users.unfollow', { name })}
            </Button>
          }
        >
          {t('users.following', { name })}
        </Banner>
      )}
    </>
  )
}
