# make demo: set up and run the main job.   make test: set up and run every check.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin

.PHONY: demo test bench clean

demo: $(VENV)/.demo
	@rm -f reports/quick/results.jsonl   # what another version has played would be refused
	$(BIN)/dtsim run quick --out reports/quick
	$(BIN)/dtsim odds gunslinger --goal damage --plot reports/gunslinger-odds.png
	@echo "The report is reports/quick/report.html, a chart of exact odds reports/gunslinger-odds.png"

test: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/dtsim play gunslinger barbarian --games 1 --player planner > /dev/null   # compiled once, not by every worker
	$(BIN)/pytest -n auto

bench: $(VENV)/.bench
	$(BIN)/python -m benchmarks

$(VENV)/.demo: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.dev: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[dev]"
	@touch $@ $(VENV)/.demo

$(VENV)/.bench: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[bench]"
	@touch $@

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks
