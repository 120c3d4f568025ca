/**
 * Parts of the browser that run for nobody in a journey. Only the last list of a command line counts, so this one
 * begins with those of Playwright's own that keep pages as they are and the browser off the network.
 */
const disabledFeatures = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AimEnabled',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PreconnectToSearch',
  // The suggestions below the address bar are pages of their own, and cost more than starting the browser.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
]

/** Launch options of the browser for all journeys. */
export const chromiumLaunchOptions = {
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
    '--disable-sync',
    // Without a graphics card the processor draws the page, and that costs less without the detour through OpenGL.
    '--disable-gpu-compositing',
    `--disable-features=${disabledFeatures.join(',')}`,
  ],
}
