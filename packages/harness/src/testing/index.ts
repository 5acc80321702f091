/** Fakes, builders and conformance suites for tests of the harness and of what is built on it. */
export {
  agentSessionConformance,
  type AgentSessionConformanceOptions,
  type ConformanceScript,
  type ConformanceSituation,
  type ConformanceTurn,
} from "./agent-session-conformance.ts";
export { RecordingHost } from "./recording-host.ts";
export { approvalBrokerConformance } from "./approval-broker-conformance.ts";
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
