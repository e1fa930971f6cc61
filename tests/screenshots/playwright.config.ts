import { defineConfig } from '@playwright/test'
import { LAUNCH } from '../browser.ts'

/**
 * Photographs every screen of one marketplace, which `HESSA_ORIGIN` names, into the folder `PICTURES`, or compares it with the
 * pictures there. One worker: what somebody reads in one screen must not have been read yet in another.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../../screenshots/.work',
  snapshotPathTemplate: `${process.env.PICTURES}/{arg}{ext}`,
  reporter: [['list'], ['html', { outputFolder: '../../screenshots/report', open: 'never' }]],
  timeout: 1_200_000,
  expect: { timeout: 15_000, toHaveScreenshot: { maxDiffPixels: 20 } },
  retries: 0,
  workers: 1,
  use: { locale: 'ar-EG', timezoneId: 'Africa/Cairo', launchOptions: LAUNCH },
})
