/** Fakes, builders and conformance suites for tests of the harness and of what is built on it. */
export {
  agentSessionConformance,
  type AgentSessionConformanceOptions,
  type ConformanceScript,
  type ConformanceSituation,
  type ConformanceTurn,
} from "./agent-session-conformance.ts";
export { RecordingHost } from "./recording-host.ts";
export {
  attachmentStoreConformance,
  type AttachmentConformanceOptions,
  type StoreUnderTest,
} from "./attachment-store-conformance.ts";
export { approvalBrokerConformance } from "./approval-broker-conformance.ts";
export {
  canaries,
  findCanaries,
  sightingsOf,
  type Canary,
} from "./canaries.ts";
export { eventStoreConformance } from "./event-store-conformance.ts";
export {
  FakeAgentSessionFactory,
  type FakeAgentOptions,
  type FakeCall,
  type FakeScript,
  type FakeSituation,
  type FakeTurn,
} from "./fake-agent-session.ts";
export {
  EventWatch,
  TEST_ACTOR,
  TEST_ORIGIN,
  TEST_VIEWER,
  TestHarness,
  type TestHarnessOptions,
} from "./test-harness.ts";
export { createTestLab, createTestTools, ToolProbe } from "./test-lab.ts";
export {
  brokenUpload,
  hangingUpload,
  uploadOf,
  type UploadOptions,
} from "./uploads.ts";
export type { Answer, AnswerCall } from "./provider-simulator/answer.ts";
export { echoOf } from "./provider-simulator/echo.ts";
export {
  ProviderSimulator,
  type SimulatorRequest,
  type SimulatorScript,
} from "./provider-simulator/provider-simulator.ts";
export {
  answerFrames,
  answerReply,
  apiOfPath,
  baseUrlOf,
  SIMULATED_APIS,
  type SimulatedApi,
} from "./provider-simulator/simulated-api.ts";
export {
  fixedSecrets,
  openUnguardedFetch,
  simulatedConnection,
} from "./provider-simulator/simulated-models.ts";
export {
  byteByByte,
  bytes,
  cutAt,
  hangUp,
  statusReply,
  streamReply,
  type SimulatorReply,
  type WireStep,
} from "./provider-simulator/simulator-reply.ts";
export { SurvivingEventStore } from "./surviving-event-store.ts";
