BEGIN TRANSACTION;
CREATE TABLE appearance (
	"match" INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	participant INTEGER NOT NULL, 
	PRIMARY KEY ("match", seat), 
	FOREIGN KEY("match") REFERENCES "match" (id), 
	FOREIGN KEY(participant) REFERENCES participant (id)
);
INSERT INTO "appearance" VALUES(1,0,1);
INSERT INTO "appearance" VALUES(1,1,2);
INSERT INTO "appearance" VALUES(2,0,1);
INSERT INTO "appearance" VALUES(2,1,2);
CREATE TABLE attempt (
	id INTEGER NOT NULL, 
	"match" INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	status VARCHAR NOT NULL, 
	reason VARCHAR, 
	ended_by VARCHAR, 
	turns INTEGER, 
	resumes INTEGER NOT NULL, 
	started FLOAT NOT NULL, 
	ended FLOAT, 
	host VARCHAR NOT NULL, 
	version VARCHAR NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE ("match", number), 
	FOREIGN KEY("match") REFERENCES "match" (id)
);
INSERT INTO "attempt" VALUES(1,1,1,'finished',NULL,'rules',6,0,1.79607805627430129049e+09,1.79607805627767562863e+09,'host','0.1.0');
CREATE TABLE decision (
	attempt INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	block INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	choices INTEGER NOT NULL, 
	action INTEGER NOT NULL, 
	act VARCHAR, 
	reason VARCHAR, 
	stand_in BOOLEAN NOT NULL, 
	tries INTEGER NOT NULL, 
	repairs VARCHAR NOT NULL, 
	reply BLOB, 
	reasoning BLOB, 
	rationale BLOB, 
	tool_calls_json TEXT, 
	at BIGINT NOT NULL, 
	seconds FLOAT NOT NULL, 
	PRIMARY KEY (attempt, seat, number), 
	FOREIGN KEY(attempt) REFERENCES attempt (id), 
	FOREIGN KEY(reply) REFERENCES text (digest), 
	FOREIGN KEY(reasoning) REFERENCES text (digest), 
	FOREIGN KEY(rationale) REFERENCES text (digest)
)
 WITHOUT ROWID

;
INSERT INTO "decision" VALUES(1,0,0,0,'play',2,0,NULL,NULL,0,1,'',NULL,NULL,NULL,NULL,1796078056,1.3e-05);
INSERT INTO "decision" VALUES(1,0,1,4,'play',2,1,NULL,NULL,0,1,'',NULL,NULL,NULL,NULL,1796078056,5.0e-06);
INSERT INTO "decision" VALUES(1,0,2,8,'react',2,4,NULL,NULL,0,1,'',NULL,NULL,NULL,NULL,1796078056,5.0e-06);
INSERT INTO "decision" VALUES(1,0,3,9,'raise',2,7,NULL,NULL,0,1,'',NULL,NULL,NULL,NULL,1796078056,4.0e-06);
INSERT INTO "decision" VALUES(1,0,4,10,'play',1,1,NULL,NULL,0,1,'',NULL,NULL,NULL,NULL,1796078056,4.0e-06);
INSERT INTO "decision" VALUES(1,0,5,11,'play',1,1,NULL,NULL,0,1,'',NULL,NULL,NULL,NULL,1796078056,4.0e-06);
INSERT INTO "decision" VALUES(1,1,0,1,'react',2,4,NULL,NULL,0,1,'',NULL,NULL,NULL,NULL,1796078056,1.2e-05);
INSERT INTO "decision" VALUES(1,1,1,2,'raise',3,8,NULL,NULL,0,1,'',NULL,NULL,NULL,NULL,1796078056,9.0e-06);
INSERT INTO "decision" VALUES(1,1,2,3,'play',3,2,NULL,NULL,0,1,'',NULL,NULL,NULL,NULL,1796078056,9.0e-06);
INSERT INTO "decision" VALUES(1,1,3,5,'react',2,4,NULL,NULL,0,1,'',NULL,NULL,NULL,NULL,1796078056,8.0e-06);
INSERT INTO "decision" VALUES(1,1,4,6,'raise',3,8,NULL,NULL,0,1,'',NULL,NULL,NULL,NULL,1796078056,8.0e-06);
INSERT INTO "decision" VALUES(1,1,5,7,'play',1,0,NULL,NULL,0,1,'',NULL,NULL,NULL,NULL,1796078056,9.0e-06);
CREATE TABLE event (
	attempt INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	block INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	act VARCHAR NOT NULL, 
	action INTEGER, 
	action_id VARCHAR, 
	form BLOB, 
	stand_in BOOLEAN NOT NULL, 
	reason VARCHAR, 
	facts TEXT NOT NULL, 
	digest BLOB NOT NULL, 
	PRIMARY KEY (attempt, number), 
	FOREIGN KEY(attempt) REFERENCES attempt (id), 
	FOREIGN KEY(form) REFERENCES text (digest)
)
 WITHOUT ROWID

;
INSERT INTO "event" VALUES(1,0,0,-1,'setup',NULL,NULL,NULL,0,NULL,'[[0,[0,2,4,0]],[0,[1,2,1,3]]]',X'1EAD538104FBA6555AC8102851AEEC11');
INSERT INTO "event" VALUES(1,1,0,0,'action',0,'play:red',NULL,0,NULL,'[[1,[0,0,1]]]',X'9120C53E1C30E11CD179320B2385571D');
INSERT INTO "event" VALUES(1,2,1,1,'action',4,'echo',NULL,0,NULL,'[[1,[1,0,2]]]',X'D8CA05CF85F17AD1D2BC5A3646A44542');
INSERT INTO "event" VALUES(1,3,2,1,'action',8,'raise:blue',NULL,0,NULL,'[[1,[1,2,1]]]',X'4029B55418204C4D7D6E53C6AA8A4351');
INSERT INTO "event" VALUES(1,4,3,1,'action',2,'play:blue',NULL,0,NULL,'[[1,[1,2,1]]]',X'165D58094832423BDD74F695A5ADF269');
INSERT INTO "event" VALUES(1,5,4,0,'action',1,'play:green',NULL,0,NULL,'[[1,[0,1,1]]]',X'358D758118CAB8F432F3EDE4B2B28AB1');
INSERT INTO "event" VALUES(1,6,5,1,'action',4,'echo',NULL,0,NULL,'[[1,[1,1,2]]]',X'B98F162AEE16C8B3870E0EF6F8A15CC4');
INSERT INTO "event" VALUES(1,7,6,1,'action',8,'raise:blue',NULL,0,NULL,'[[1,[1,2,1]]]',X'DE5B4E6D2FFD1BDDD94FBC1A8C2FDCCB');
INSERT INTO "event" VALUES(1,8,7,1,'action',0,'play:red',NULL,0,NULL,'[[1,[1,0,1]]]',X'CC8B2E975B7B1F183B33588FAF77006B');
INSERT INTO "event" VALUES(1,9,8,0,'action',4,'echo',NULL,0,NULL,'[[1,[0,0,2]]]',X'55B1172616A98A7D1C82F73A99FAE35D');
INSERT INTO "event" VALUES(1,10,9,0,'action',7,'raise:green',NULL,0,NULL,'[[1,[0,1,1]]]',X'E6B3913CD93A16D5FDC5CED20964E325');
INSERT INTO "event" VALUES(1,11,10,0,'action',1,'play:green',NULL,0,NULL,'[[1,[0,1,1]]]',X'6C0AD225314CBE27F6BCC4CFC93E04F4');
INSERT INTO "event" VALUES(1,12,11,0,'action',1,'play:green',NULL,0,NULL,'[[1,[0,1,1]]]',X'464E983F45EB8648D2A61857EDD86B78');
CREATE TABLE experiment (
	id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	digest VARCHAR NOT NULL, 
	design_json TEXT NOT NULL, 
	protocol_id VARCHAR NOT NULL, 
	protocol_json TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "experiment" VALUES(1,'test','e0234c058c73a180a53972744d4809ff','{"game":"echoes","kind":"list","matches":2}','9407f2fb333026816490e29e5ab94930','{"attempts":3,"call":"decision","decision_seconds":null,"feedback":"reason","listing":true,"on_failure":"void","repairs":true,"rethinks":1,"rules":"full","seat_seconds":null,"stand_in":"random","tools":""}');
CREATE TABLE failed_try (
	attempt INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	tries INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	detail TEXT NOT NULL, 
	reply BLOB, 
	reasoning BLOB, 
	tool_calls_json TEXT, 
	at BIGINT NOT NULL, 
	seconds FLOAT NOT NULL, 
	PRIMARY KEY (attempt, seat, number, tries), 
	FOREIGN KEY(attempt) REFERENCES attempt (id), 
	FOREIGN KEY(reply) REFERENCES text (digest), 
	FOREIGN KEY(reasoning) REFERENCES text (digest)
)
 WITHOUT ROWID

;
CREATE TABLE "match" (
	id INTEGER NOT NULL, 
	"key" VARCHAR NOT NULL, 
	experiment INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	cell INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	rules_version VARCHAR NOT NULL, 
	seats INTEGER NOT NULL, 
	options_json TEXT NOT NULL, 
	seed VARCHAR NOT NULL, 
	stratum VARCHAR NOT NULL, 
	scenario VARCHAR NOT NULL, 
	finished INTEGER, 
	PRIMARY KEY (id), 
	UNIQUE (experiment, cell), 
	UNIQUE ("key"), 
	FOREIGN KEY(experiment) REFERENCES experiment (id)
);
INSERT INTO "match" VALUES(1,'32d518af4acd78eac759a6fce6f21e58',1,0,0,'echoes','1',2,'{}','7','echoes/2','',1);
INSERT INTO "match" VALUES(2,'5627b48eecb809c4c363c56269575f9f',1,0,1,'echoes','1',2,'{}','8','echoes/2','',NULL);
CREATE TABLE meta (
	"key" VARCHAR NOT NULL, 
	value VARCHAR NOT NULL, 
	PRIMARY KEY ("key")
);
INSERT INTO "meta" VALUES('schema_version','1');
INSERT INTO "meta" VALUES('created_with','0.1.0');
CREATE TABLE outcome (
	attempt INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	score INTEGER NOT NULL, 
	tie_breaks_json TEXT NOT NULL, 
	rank INTEGER NOT NULL, 
	payoff FLOAT NOT NULL, 
	rules_rank INTEGER NOT NULL, 
	forfeited BOOLEAN NOT NULL, 
	routes_json TEXT NOT NULL, 
	engine_decisions INTEGER NOT NULL, 
	controller_decisions INTEGER NOT NULL, 
	stand_in_decisions INTEGER NOT NULL, 
	tool_calls_json TEXT NOT NULL, 
	model_responses INTEGER NOT NULL, 
	failed_tries INTEGER NOT NULL, 
	repairs INTEGER NOT NULL, 
	seconds FLOAT NOT NULL, 
	PRIMARY KEY (attempt, seat), 
	FOREIGN KEY(attempt) REFERENCES attempt (id)
)
 WITHOUT ROWID

;
INSERT INTO "outcome" VALUES(1,0,7,'[]',2,0.0,2,0,'{"tokens":7}',6,6,0,'{}',0,0,0,3.5e-05);
INSERT INTO "outcome" VALUES(1,1,8,'[]',1,1.0,1,0,'{"tokens":8}',6,6,0,'{}',0,0,0,5.4e-05);
CREATE TABLE participant (
	id INTEGER NOT NULL, 
	experiment INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	digest VARCHAR NOT NULL, 
	record_json TEXT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (experiment, name), 
	FOREIGN KEY(experiment) REFERENCES experiment (id)
);
INSERT INTO "participant" VALUES(1,1,'rand','24b21882fa703ecefbf6cc5f6a84c638','{"budget":{},"effort":null,"harness":"built-in","harness_version":"1","memory":"none","model":null,"name":"rand","prompts":null,"settings":{},"snapshot":null,"tools":[],"type":"random"}');
INSERT INTO "participant" VALUES(2,1,'heur','6696ded19ed8421e73736e9774dd79cd','{"budget":{},"effort":null,"harness":"built-in","harness_version":"1","memory":"none","model":null,"name":"heur","prompts":null,"settings":{"epsilon":0.1},"snapshot":null,"tools":[],"type":"heuristic"}');
CREATE TABLE response (
	provider VARCHAR NOT NULL, 
	id VARCHAR NOT NULL, 
	attempt INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	tries INTEGER NOT NULL, 
	model VARCHAR NOT NULL, 
	status VARCHAR NOT NULL, 
	prompt BLOB, 
	reply BLOB, 
	input_tokens INTEGER NOT NULL, 
	cached_tokens INTEGER NOT NULL, 
	cache_written_tokens INTEGER NOT NULL, 
	output_tokens INTEGER NOT NULL, 
	reasoning_tokens INTEGER NOT NULL, 
	extra_json TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	seconds FLOAT NOT NULL, 
	PRIMARY KEY (attempt, provider, id), 
	FOREIGN KEY(attempt) REFERENCES attempt (id), 
	FOREIGN KEY(prompt) REFERENCES text (digest), 
	FOREIGN KEY(reply) REFERENCES text (digest)
);
CREATE TABLE rules (
	game VARCHAR NOT NULL, 
	version VARCHAR NOT NULL, 
	title VARCHAR NOT NULL, 
	edition VARCHAR NOT NULL, 
	decisions_json TEXT NOT NULL, 
	facts_json TEXT NOT NULL, 
	ranking_json TEXT NOT NULL, 
	text BLOB, 
	PRIMARY KEY (game, version), 
	FOREIGN KEY(text) REFERENCES text (digest)
);
INSERT INTO "rules" VALUES('echoes','1','Echoes','tests','[{"name": "play", "question": "Which token do you play?", "sealed": false, "secret": false, "always_asked": true}, {"name": "react", "question": "Do you echo it?", "sealed": false, "secret": false, "always_asked": false}, {"name": "raise", "question": "Do you raise with another colour?", "sealed": false, "secret": false, "always_asked": false}]','[{"name": "dealt", "arguments": ["seat", "*tokens"], "secret": [], "chance": true}, {"name": "played", "arguments": ["seat", "colour", "points"], "secret": [], "chance": false}, {"name": "declined", "arguments": ["seat"], "secret": [], "chance": false}, {"name": "stopped", "arguments": ["seat"], "secret": [], "chance": false}]','[{"name": "points", "higher_wins": true}]',X'083F3DF0C28D27D7B9096702A283EA4B');
CREATE TABLE schedule (
	experiment INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	digest VARCHAR NOT NULL, 
	cells INTEGER NOT NULL, 
	PRIMARY KEY (experiment, stage), 
	FOREIGN KEY(experiment) REFERENCES experiment (id)
);
INSERT INTO "schedule" VALUES(1,0,'7363624ca0d02ee6d236b7fd6949868b',2);
CREATE TABLE snapshot (
	attempt INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	state BLOB NOT NULL, 
	PRIMARY KEY (attempt, number), 
	FOREIGN KEY(attempt) REFERENCES attempt (id)
)
 WITHOUT ROWID

;
INSERT INTO "snapshot" VALUES(1,0,X'789C636240058C687C2606EC80194D9E85803C239A383A1F1DFC8702002D4C0814');
CREATE TABLE text (
	digest BLOB NOT NULL, 
	length INTEGER NOT NULL, 
	data BLOB NOT NULL, 
	PRIMARY KEY (digest)
);
INSERT INTO "text" VALUES(X'083F3DF0C28D27D7B9096702A283EA4B',522,X'789C4D514B6E03210CDD738A7780740E90ACB3EEB26B079C8032B147986934B7AF6192B60B84B0DE8FE773CCCA760421312FB046F10EBD626149456E3E8DC58A8A1DF02C2DA332C5D6DF0EBAA2AD554E50071F208A9849228332539A423853CC30A686AC733234BDF320A2E5CA8CA8B3AED59553A5A7C071C6ED635D409286E8844F4169367C3CE2D05A66DA0C14861AAE5AA1C258B4489B70FEE6BA415BE6BAA38BEC64ADC9472DFF85C9EF0078D0D69F02F632DCEFE827BC6CF6D07BE65F42376D4FDD4D3D7FCFDB455C5C7B01958AF16124ED1DFE132119D9C22EE49DE6E21D459A671BAA3CD6D191FDDBEAAD5CD8E73CDC99EA5C78FCD77053BF277CF952746DEF6E5F1D150B0B99B1D7E8859C06FB41CDAD7CADE6AE9E46F4A269432667C936851FEB79B918');
CREATE INDEX response_of_decision ON response (attempt, seat, number);
COMMIT;
