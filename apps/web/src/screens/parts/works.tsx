import { readWork } from '@veranda/contract/works/routes.ts'
import { type Work } from '@veranda/contract/works/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { cache, useRead } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { Section } from '../../parts/section.tsx'
import { type Place } from '../../parts/viewer-types.ts'
import { Viewer } from '../../parts/viewer.tsx'

/** The viewer on `?work=<id>`, compared with `&former=<id>`. */
export function Works() {
  const [params] = useSearchParams()
  const id = params.get('work')
  if (id === null) return null
  return (
    <QueryClientProvider client={cache}>
      <OneWork id={id} formerId={params.get('former')} />
    </QueryClientProvider>
  )
}

function OneWork({ id, formerId }: { id: string; formerId: string | null }) {
  const t = useWords('dev')
  const work = useRead(readWork, { params: { id } })
  const former = useRead(readWork, { params: { id: formerId ?? id } }, { enabled: formerId !== null })
  const [place, setPlace] = useState<Place>()
  if (!work.data?.model || !work.data.facts) return null
  return (
    <Section title={t('work')}>
      <Card>
        <Viewer
          name={work.data.name}
          label={t('work.later')}
          url={work.data.model.url}
          thumbnail={work.data.thumbnail}
          facts={work.data.facts}
          former={former.data ? versionsOf(former.data, t('work.former')) : []}
          onPlace={setPlace}
          draft={place}
        />
      </Card>
    </Section>
  )
}

function versionsOf({ id, model }: Work, label: string) {
  return model ? [{ id, label, workId: id, url: model.url }] : []
}
