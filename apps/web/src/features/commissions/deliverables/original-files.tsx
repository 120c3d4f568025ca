import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { type Project } from '@veranda/contract/commissions/projects/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { type IconName } from '@veranda/ui/icon-paths.ts'
import { useState } from 'react'
import { FileRow, FileRows, FileStatus } from '../../../components/assets/file-row.tsx'
import { useFileSizeText } from '../../../components/assets/file-size.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { downloadFile } from './download-file.ts'

type OriginalFile = {
  id: string
  name: string
  kind: Commission['milestones'][number]['deliverables'][number]['assets'][number]['kind']
  bytes: number
  thumbnail: string | null
  url: string
}

/**
 * Returns the original files of the approved version; none before the release. The server sends their addresses to
 * readers who may have them.
 */
export function originalFilesOf({ state, deliverables }: Milestone): OriginalFile[] {
  const approved = deliverables.findLast((version) => version.state === 'approved')
  if (state !== 'released' || !approved) return []
  const images = approved.files.map((file) => ({ ...file, kind: 'image' as const, thumbnail: file.url }))
  return [...approved.assets, ...images].flatMap(({ id, name, kind, bytes, thumbnail, sourceUrl }) =>
    sourceUrl === null ? [] : [{ id, name, kind, bytes, thumbnail, url: sourceUrl }],
  )
}

/** Shows the original files of one released milestone as downloads; renders nothing where there are none. */
export function OriginalFiles({ milestone, title }: { milestone: Milestone; title?: string }) {
  const t = useTranslations('commissions')
  const files = originalFilesOf(milestone)
  if (files.length === 0) return null
  const label = title ?? t('originals.title')
  return (
    <Card title={label} padded>
      <FileRows label={label}>
        {files.map((file) => (
          <Original key={file.id} file={file} />
        ))}
      </FileRows>
    </Card>
  )
}

/** Shows the original files of every released milestone of a project. */
export function ProjectFiles({ project, whenEmpty = false }: { project: Project; whenEmpty?: boolean }) {
  const t = useTranslations('commissions')
  const released = project.commissions.flatMap(({ milestones }) =>
    milestones.filter((milestone) => originalFilesOf(milestone).length > 0),
  )
  if (released.length === 0) {
    if (!whenEmpty) return null
    return (
      <Card>
        <EmptyState icon="file" title={t('originals.none')} text={t('originals.none.text')} />
      </Card>
    )
  }
  return (
    <Stack gap={4}>
      {released.map((milestone) => (
        <OriginalFiles key={milestone.id} milestone={milestone} title={t('originals.of', { title: milestone.title })} />
      ))}
    </Stack>
  )
}

const icons: Readonly<Record<OriginalFile['kind'], IconName>> = {
  model: 'cube',
  image: 'image',
  video: 'file',
  document: 'file',
  archive: 'file',
}

function Original({ file }: { file: OriginalFile }) {
  const t = useTranslations('commissions')
  const tAssets = useTranslations('assets')
  const [state, setState] = useState<'idle' | 'checking' | 'gone' | 'failed'>('idle')
  async function download() {
    setState('checking')
    setState(await downloadFile(file))
  }
  const size = useFileSizeText()(file.bytes)
  return (
    <FileRow
      icon={icons[file.kind]}
      thumbnail={file.thumbnail}
      name={file.name}
      actions={
        <Button
          size="small"
          busy={state === 'checking'}
          aria-label={t('originals.download.name', { name: file.name })}
          onClick={() => void download()}
        >
          {t(state === 'failed' ? 'originals.retry' : 'originals.download')}
        </Button>
      }
    >
      <span>
        {tAssets(`kind.${file.kind}`)} · {size}
      </span>
      {(state === 'gone' || state === 'failed') && <FileStatus isError>{t(`originals.${state}`)}</FileStatus>}
    </FileRow>
  )
}
