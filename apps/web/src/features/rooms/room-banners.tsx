import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { useWords } from '../../lib/words.ts'
import { type LineState } from './room-line.ts'

type Props = { line: LineState; following: number | undefined; onUnfollow: () => void }

/** What one must know of one's own being here: the line, and whom one follows. */
export function RoomBanners({ line, following, onUnfollow }: Props) {
  const t = useWords('rooms')
  const name = following === undefined ? '' : (line.members.get(following)?.label ?? '')
  return (
    <>
      {line.status !== 'in' && (
        <Banner tone="warning" announce>
          {t(line.status === 'lost' ? 'line.lost' : 'line.connecting')}
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
