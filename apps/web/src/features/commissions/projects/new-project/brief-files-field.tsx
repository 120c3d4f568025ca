import { briefLimits } from '@veranda/core/commissions/projects/brief.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { AssetUploadRows, AttachFilesButton } from '../../../../components/assets/asset-upload-field.tsx'
import { type AssetUploads } from '../../../../components/assets/use-asset-uploads.ts'
import { useTranslations } from '../../../../lib/i18n/i18n.ts'
import styles from './new-project.module.css'

/** Attaches files to the brief, up to as many as it takes. */
export function BriefFilesField({ uploads, error }: { uploads: AssetUploads; error: string | undefined }) {
  const t = useTranslations('commissions')
  const left = briefLimits.files - uploads.items.length
  return (
    <Stack gap={2}>
      <Inline gap={2}>
        {left > 0 && (
          <AttachFilesButton uploads={{ ...uploads, add: (files) => uploads.add([...files].slice(0, left)) }} />
        )}
        <p className={styles.hint}>{t('new.files.hint', { max: briefLimits.files })}</p>
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
