import { type Feature } from './feature.ts'
import { accountsFeature } from './features/accounts/feature.ts'

/** The product's features, in no particular order: none knows another. */
export const features: readonly Feature[] = [accountsFeature]
