/** `npm run demo:remove`: removes the people and businesses of the demo, and nothing else. */
import './run/demo-remove.ts'
