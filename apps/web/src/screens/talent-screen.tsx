import { readTalent } from '@veranda/contract/talent/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { useParams } from 'react-router'
import { TalentSessions } from '../features/bookings/talent-sessions.tsx'
import { TalentPage } from '../features/talent/talent-page.tsx'
import { TalentShape } from '../features/talent/talent-shape.tsx'
import { useRead } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { TabTitle } from '../parts/page.tsx'
import { Reading } from '../parts/reading.tsx'
import styles from './talent-screen.module.css'

/** One creator, with three ways to go on. */
export function TalentScreen() {
  const t = useWords('talent')
  const { id = '' } = useParams()
  const read = useRead(readTalent, { params: { id } })
  return (
    <div className={styles.screen}>
      <TabTitle>{read.data?.name}</TabTitle>
      <Reading
        of={read}
        shape={<TalentShape />}
        failed={t('talent.failed')}
        absent={
          <Card>
            <EmptyState
              level={1}
              icon="user"
              title={t('talent.absent.title')}
              text={t('talent.absent.text')}
              actions={
                <Button kind="filled" href="/search">
                  {t('search.title')}
                </Button>
              }
            />
          </Card>
        }
      >
        {(talent) => <TalentPage talent={talent} sessions={<TalentSessions creatorId={talent.id} />} />}
      </Reading>
    </div>
  )
}
