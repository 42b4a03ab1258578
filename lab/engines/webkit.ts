/** WebKitGTK's MiniBrowser, controlled by its WebDriver on a separate display. */
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { Builder, By, Capabilities, Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import { freePort } from '#test/free-ports.ts';
import { until } from '#test/until.ts';
import type { Control, Engine, Programs } from './engine.ts';

/** At this window height, the page area is about as large as in Firefox. */
const window = { x: 0, y: 0, width: 1280, height: 940 };
const scriptWithinMs = 15_000;

export async function startWebKit(programs: Programs): Promise<Engine> {
  const display = await startDisplay(programs.display);
  const port = await freePort();
  const service = spawn(programs.webkitDriver, [`--port=${port}`], {
    stdio: 'ignore',
    env: { DISPLAY: display.name, GDK_BACKEND: 'x11', HOME: tmpdir() },
  });
  const stopAll = (): void => {
    service.kill();
    display.stop();
  };
  try {
    const address = `http://127.0.0.1:${port}`;
    await until('WebKitWebDriver listens', () => fetch(`${address}/status`).catch(() => null));
    const driver = await new Builder()
      .usingServer(address)
      .withCapabilities(new Capabilities({ browserName: 'MiniBrowser' }))
      .build();
    await driver.manage().window().setRect(window);
    await driver.manage().setTimeouts({ script: scriptWithinMs });
    return {
      ...asEngine(driver),
      stop: () => driver.quit().finally(stopAll),
    };
  } catch (error) {
    stopAll();
    throw error;
  }
}

function asEngine(driver: WebDriver): Pick<Engine, 'open' | 'all' | 'run'> {
  return {
    open: (url) => driver.get(url),
    all: async (path, frameTitle) => {
      await driver.switchTo().defaultContent();
      if (frameTitle !== undefined) {
        const [frame] = await driver.findElements(By.css(`iframe[title="${frameTitle}"]`));
        if (frame === undefined) return [];
        // From within the frame, scrolling would move it to the top of the page, where the header covers it.
        await driver.executeScript(
          `arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })`,
          frame,
        );
        await driver.switchTo().frame(frame);
      }
      return (await driver.findElements(By.xpath(path))).map((element) => asControl(driver, element));
    },
    run: async <T>(expression: string) => {
      await driver.switchTo().defaultContent();
      return driver.executeAsyncScript<T>(
        `const done = arguments[0]; Promise.resolve(${expression}).then(done)`,
      );
    },
  };
}

function asControl(driver: WebDriver, element: WebElement): Control {
  const click = async (): Promise<void> => {
    // With a smooth scroll, the driver clicks where the control was before, which is outside the page.
    await driver.executeScript(
      `arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })`,
      element,
    );
    await element.click();
  };
  return {
    isShown: () => element.isDisplayed(),
    click,
    // Sends keys to the page, because keys sent to a field in a frame are rejected as "not focusable".
    type: async (text) => {
      const expectedText = text.replace(/\s/g, '');
      for (let attempt = 0; attempt < 5; attempt += 1) {
        await click();
        await driver.actions().sendKeys(text).perform();
        // The first keys after a frame change sometimes arrive too early.
        const typed = (await element.getAttribute('value')) ?? (await element.getText());
        if (typed.replace(/\s/g, '').includes(expectedText)) return;
        await driver
          .actions()
          .keyDown(Key.CONTROL)
          .sendKeys('a')
          .keyUp(Key.CONTROL)
          .sendKeys(Key.BACK_SPACE)
          .perform();
      }
      throw new Error(`"${text}" could not be typed`);
    },
  };
}

/** Xvfb chooses a free display number and prints it. */
async function startDisplay(executable: string): Promise<{ name: string; stop: () => void }> {
  const screen = spawn(executable, ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await new Promise<string>((resolve, reject) => {
    screen.stdio[3]?.once('data', (chunk) => resolve(String(chunk).trim()));
    screen.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
  });
  return { name: `:${number}`, stop: () => void screen.kill() };
}
