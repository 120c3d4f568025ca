import { briefLimits } from '@veranda/core/commissions/projects/brief.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { AssetUploadRows, AttachFilesButton } from '../../../components/assets/asset-upload-field.tsx'
import { type AssetUploads } from '../../../components/assets/use-asset-uploads.ts'
import styles from './brief-files-field.module.css'

type Props = {
  uploads: AssetUploads
  /** Says for whom the files are, and how many there can be. */
  hint: string
  /** Number of files that the brief has already. */
  attachedCount?: number
  error?: string | undefined
}

/** Attaches files to the brief, up to as many as it takes. */
export function BriefFilesField({ uploads, hint, attachedCount = 0, error }: Props) {
  const left = briefLimits.files - attachedCount - uploads.items.length
  return (
    <Stack gap={2}>
      <Inline gap={2}>
        {left > 0 && (
          <AttachFilesButton uploads={{ ...uploads, add: (files) => uploads.add([...files].slice(0, left)) }} />
        )}
        <p className={styles.hint}>{hint}</p>
      </Inline>
      <AssetUploadRows uploads={uploads} />
      {error !== undefined && (
        <Banner tone="error" announce>
          {error}
        </Banner>
      )}
    </Stack>
  )
}
