import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { useStore } from '../../lib/store.ts'
import { useWords } from '../../lib/words.ts'
import { type LineState } from './room-line.ts'
import { type RoomSession } from './room-session.ts'

type Props = { session: RoomSession; line: LineState; following: number | undefined; onUnfollow: () => void }

/** What one must know of one's own being here: the line, what all share, and whom one follows. */
export function RoomBanners({ session, line, following, onUnfollow }: Props) {
  const t = useWords('rooms')
  const log = useStore(session.log.state)
  const name = following === undefined ? '' : (line.members.get(following)?.label ?? '')
  return (
    <>
      {line.status !== 'in' && (
        <Banner tone="warning" announce>
          {t(line.status === 'lost' ? 'line.lost' : 'line.connecting')}
        </Banner>
      )}
      {log.status === 'failed' && (
        <Banner
          tone="warning"
          announce
          action={
            <Button size="small" kind="quiet" onClick={() => void session.log.begin()}>
              {t('log.again')}
            </Button>
          }
        >
          {t('log.failed')}
        </Banner>
      )}
      {following !== undefined && (
        <Banner
          tone="info"
          action={
            <Button size="small" kind="quiet" onClick={onUnfollow}>
              {t('people.unfollow', { name })}
            </Button>
          }
        >
          {t('people.following', { name })}
        </Banner>
      )}
    </>
  )
}
