import { type AcceptanceLimits } from '@veranda/contract/assets/schemas.ts'
import { bytesPerMebibyte } from '@veranda/core/assets/upload-rules.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'

/** Returns a formatter of agreed limits, one text per limit: `Triangles: at most 150,000`. */
export function useLimitsText(): (limits: AcceptanceLimits | null | undefined) => string[] {
  const t = useTranslations('commissions')
  const format = useFormat()
  return (limits) => {
    if (!limits) return []
    const { size } = limits
    const atMost = (what: string, value: number | null) =>
      value === null ? [] : [t('limits.at-most', { what, value: format.number(value) })]
    const side = (value: number | null) => (value === null ? '·' : format.number(value))
    return [
      ...(limits.format
        ? [t('limits.is', { what: t('limits.format'), value: t(`limits.format.${limits.format}`) })]
        : []),
      ...atMost(t('limits.maxTriangles'), limits.maxTriangles),
      ...atMost(t('limits.maxTextureEdge'), limits.maxTextureEdge),
      ...atMost(t('limits.maxTextures'), limits.maxTextures),
      ...atMost(t('limits.megabytes'), limits.maxBytes === null ? null : limits.maxBytes / bytesPerMebibyte),
      ...(size
        ? [
            t('limits.is', {
              what: t('limits.size'),
              value: `${side(size.x)} × ${side(size.y)} × ${side(size.z)} ± ${format.number(size.tolerance)}`,
            }),
          ]
        : []),
      ...(limits.frameRate
        ? [t('limits.is', { what: t('limits.frame-rate'), value: t(`limits.level.${limits.frameRate}`) })]
        : []),
    ]
  }
}
